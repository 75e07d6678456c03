import type { DateRange } from "../../../port/range.ts";
import { lowerBound } from "./segment.ts";
import type { Segment } from "./segment.ts";

/** The runs of a segment, cut to the range. @param isWanted event names, by id */
export function* clippedRuns(segment: Segment, { fromMs, untilMs }: DateRange, isWanted: (nameId: number) => boolean) {
  const { minMs, maxMs, runs } = segment;
  if (maxMs < fromMs || minMs >= untilMs) return;
  const isWhole = minMs >= fromMs && maxMs < untilMs;
  for (const run of runs) {
    if (!isWanted(run.eventNameId)) continue;
    if (isWhole) {
      yield run;
      continue;
    }
    const { times } = segment.core();
    const start = lowerBound(times, fromMs - minMs, run.start, run.end);
    const end = lowerBound(times, untilMs - minMs, start, run.end);
    if (start < end) yield { ...run, start, end };
  }
}
