import type { TrendQuestion } from "../../../lib/index.ts";
import { differences, isSubset, show, tell } from "../subset.ts";
import type { TestView } from "../test-view.ts";
import type { Verdict } from "./verdict.ts";

/** A part of a series of a trend; an absent field allows any value. */
export interface SeriesMatch {
  label?: string;
  /** Sum of its points. */
  count?: number;
  /** One value per bucket. */
  data?: number[];
  days?: string[];
  breakdown_value?: unknown;
  aggregated_value?: number;
}

/**
 * Does a trend have these series? Each expected series must be among its series; further series are allowed.
 * @param query of the trend interface: `events`, `date_from`, `interval`, `breakdown`, …; a name alone = its daily
 * counts of the last seven days
 */
export async function trends(
  view: TestView,
  query: string | TrendQuestion,
  expected: SeriesMatch | readonly SeriesMatch[],
): Promise<Verdict> {
  const question = typeof query === "string" ? { events: [{ id: query }] } : query;
  const { result } = await view.insights.trend({ ...question, refresh: true });
  const actual = result.map((series) => pick(series));
  const wanted = [expected].flat() as SeriesMatch[];
  const missing = wanted.filter((series) => !actual.some((line) => isSubset(series, line)));
  return {
    pass: missing.length === 0,
    expected,
    actual,
    message: () =>
      missing.length === 0
        ? `Expected the trend to have no ${wanted.map(show).join(" and ")}.`
        : missing.map((series) => describeMissing(series, actual)).join("\n"),
  };
}

const FIELDS = ["label", "count", "data", "days", "breakdown_value", "aggregated_value"] as const;

/** The fields of a series that can be expected; without the links, which are long. */
function pick(series: SeriesMatch): SeriesMatch {
  return Object.fromEntries(FIELDS.flatMap((field) => (field in series ? [[field, series[field]]] : [])));
}

function describeMissing(series: SeriesMatch, actual: readonly object[]): string {
  if (actual.length === 0) return `Expected a series ${show(series)}, but the trend has none.`;
  const ranked = actual.map((line) => differences(series, line)).toSorted((a, b) => a.length - b.length);
  return `Expected a series ${show(series)}; of the nearest, ${(ranked[0] ?? []).map(tell).join("; ")}.`;
}
