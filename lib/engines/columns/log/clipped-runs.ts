import type { DateRange } from "../../../port/range.ts";
import { lowerBound } from "./segment.ts";
import type { Run, Segment } from "./segment.ts";

/** The runs of a segment, cut to the range. @param isWanted event names, by id */
export function* clippedRuns(
  segment: Segment,
  range: DateRange,
  isWanted: (nameId: number) => boolean,
): Generator<Run> {
  if (!isTouched(segment, range)) return;
  for (const run of segment.runs) {
    const clipped = isWanted(run.eventNameId) ? clip(segment, range, run) : null;
    if (clipped !== null) yield clipped;
  }
}

/** As `clippedRuns` for some event names, by ascending ids: the segment's other runs are not looked at. */
export function namedRuns(segment: Segment, range: DateRange, nameIds: readonly number[]): Run[] {
  const found: Run[] = [];
  if (!isTouched(segment, range)) return found;
  const { runs } = segment;
  for (const nameId of nameIds) {
    const run = findRun(runs, nameId);
    const clipped = run === undefined ? null : clip(segment, range, run);
    if (clipped !== null) found.push(clipped);
  }
  return found;
}

function isTouched({ minMs, maxMs }: Segment, { fromMs, untilMs }: DateRange): boolean {
  return maxMs >= fromMs && minMs < untilMs;
}

/** Runs ascend by id; each name has one run. */
function findRun(runs: readonly Run[], nameId: number): Run | undefined {
  // Ids count up from 1: in a segment with all names of the first project the run is there.
  const likely = runs[nameId - 1];
  if (likely?.eventNameId === nameId) return likely;
  let low = 0;
  let high = runs.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (runs[middle]!.eventNameId < nameId) low = middle + 1;
    else high = middle;
  }
  const found = runs[low];
  return found?.eventNameId === nameId ? found : undefined;
}

/** Null = no row is in the range. */
function clip(segment: Segment, { fromMs, untilMs }: DateRange, run: Run): Run | null {
  const { minMs, maxMs } = segment;
  if (minMs >= fromMs && maxMs < untilMs) return run;
  const { times } = segment.core();
  const start = lowerBound(times, fromMs - minMs, run.start, run.end);
  const end = lowerBound(times, untilMs - minMs, start, run.end);
  return start < end ? { ...run, start, end } : null;
}
