import type { Actors } from "../../../port/actors.ts";
import type { FunnelPeriodsAnswer, FunnelPeriodsLine, FunnelTimesAnswer } from "../funnel-answer.ts";

/** Joins the answers about different actors: the lists of numbers are concatenated. */
export function mergeTimes(parts: FunnelTimesAnswer[]): FunnelTimesAnswer {
  const seconds = new Float64Array(parts.reduce((sum, part) => sum + part.seconds.length, 0));
  let at = 0;
  for (const part of parts) {
    seconds.set(part.seconds, at);
    at += part.seconds.length;
  }
  return { seconds };
}

/** Joins the answers about different actors: lines with the same key are added up. */
export function mergePeriods(parts: FunnelPeriodsAnswer[]): FunnelPeriodsAnswer {
  const lines = new Map<string, FunnelPeriodsLine>();
  for (const line of parts.flatMap((part) => part.lines)) {
    const name = JSON.stringify(line.key);
    const known = lines.get(name);
    const merged = known === undefined ? line : addLines(known, line);
    lines.set(name, merged);
  }
  return { lines: [...lines.values()] };
}

function addLines(one: FunnelPeriodsLine, other: FunnelPeriodsLine): FunnelPeriodsLine {
  const add = (name: "reachedFrom" | "reachedTo") =>
    one[name].map((count, period) => count + (other[name][period] ?? 0));
  return { key: one.key, reachedFrom: add("reachedFrom"), reachedTo: add("reachedTo") };
}

/**
 * Joins the lists of different persons: persons ascending, then personless actors by their distinct ids, as `Actors`
 * requires.
 */
export function mergeActors(parts: Actors[]): Actors {
  const ids: number[] = [];
  for (const part of parts) {
    if (part.by !== "persons") throw new TypeError("Only lists of persons are put together.");
    for (const id of part.ids) ids.push(id);
  }
  const sorted = Float64Array.from(ids).toSorted((a, b) => (a > 0 && b > 0 ? a - b : b - a));
  return { by: "persons", ids: sorted };
}
