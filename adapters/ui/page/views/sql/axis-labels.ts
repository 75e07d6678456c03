import { toShortDate } from "../../parts/short-date.ts";
import type { Chart } from "./to-chart.ts";

const DAY_SECONDS = 86_400;

/** Letters of a label below an axis; the rest is cut off. */
export const LONGEST_LABEL = 22;

/**
 * The labels below an axis of names or times. Names stand at whole numbers; times are those of the answer, in UTC, and
 * midnight is its day.
 */
export function toAxisLabels(kind: Chart["kind"], labels: readonly string[], places: readonly number[]): string[] {
  if (kind === "category") return places.map((place) => cut(labels[place] ?? ""));
  return places.map((seconds) => {
    const text = new Date(seconds * 1000).toISOString();
    return seconds % DAY_SECONDS === 0 ? toShortDate(text.slice(0, 10)) : text.slice(11, 16);
  });
}

function cut(label: string): string {
  return label.length <= LONGEST_LABEL ? label : `${label.slice(0, LONGEST_LABEL - 1)}…`;
}
