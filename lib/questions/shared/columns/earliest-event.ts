import type { Execution } from "../../../engines/columns/execution.ts";
import { lowerBound } from "../../../engines/columns/log/segment.ts";

/** Epoch ms of the project's earliest event after `afterMs`; null = none. */
export function runEarliestEvent({ segments }: Execution, afterMs: number): number | null {
  let earliestMs = Infinity;
  for (const segment of segments) {
    const { minMs, maxMs, runs } = segment;
    if (maxMs <= afterMs || minMs >= earliestMs) continue;
    if (minMs > afterMs) {
      earliestMs = minMs;
      continue;
    }
    const { times } = segment.core();
    for (const { start, end } of runs) {
      // Times are whole milliseconds.
      const row = lowerBound(times, afterMs + 1 - minMs, start, end);
      if (row < end) earliestMs = Math.min(earliestMs, minMs + times[row]!);
    }
  }
  return earliestMs === Infinity ? null : earliestMs;
}
