import type { FunnelTimesAnswer } from "../funnel-answer.ts";
import { SteadySums } from "./steady-sums.ts";

/** Bins at most where the plan names no number. */
const MAX_AUTO = 60;

/** The width where all times are equal, or where nobody has a time. */
const MIN_WIDTH_SECONDS = 60;

/** Counts times in bins. @param lists of seconds, each of other actors @param wanted bins; null = as many as fit the number of actors */
export function binSeconds(lists: readonly Float64Array[], wanted: number | null): FunnelTimesAnswer {
  let actors = 0;
  const sums = new SteadySums(1);
  let least = Infinity;
  let most = -Infinity;
  for (const seconds of lists) {
    for (let index = 0; index < seconds.length; index++) {
      const own = seconds[index]!;
      actors += 1;
      sums.add(0, own);
      least = Math.min(least, own);
      most = Math.max(most, own);
    }
  }
  if (actors === 0) {
    return { averageSeconds: null, medianSeconds: null, startSeconds: 0, widthSeconds: MIN_WIDTH_SECONDS, counts: [] };
  }
  const bins = wanted ?? Math.min(Math.ceil(Math.cbrt(actors)), MAX_AUTO);
  const startSeconds = Math.floor(least);
  const widthSeconds = Math.ceil((Math.ceil(most) - startSeconds) / bins) || MIN_WIDTH_SECONDS;
  const counts = Array.from({ length: bins + 1 }, () => 0);
  for (const seconds of lists) {
    for (let index = 0; index < seconds.length; index++) {
      counts[Math.floor((seconds[index]! - startSeconds) / widthSeconds)]! += 1;
    }
  }
  return {
    averageSeconds: sums.at(0) / actors,
    medianSeconds: medianOf(lists, actors),
    startSeconds,
    widthSeconds,
    counts,
  };
}

function medianOf(lists: readonly Float64Array[], actors: number): number {
  const all = new Float64Array(actors);
  let at = 0;
  for (const seconds of lists) {
    all.set(seconds, at);
    at += seconds.length;
  }
  const sorted = all.toSorted();
  const middle = (actors - 1) >>> 1;
  return (sorted[middle]! + sorted[actors - 1 - middle]!) / 2;
}
