import type { Execution } from "../../../engines/columns/execution.ts";
import { BLOCK_SIZE } from "../../../engines/columns/log/segment.ts";
import { compileScan } from "../../../engines/columns/scan/scan.ts";
import type { Matching } from "../../../log/list/index.ts";
import type { MatchingPlan } from "../plan.ts";
import { NewestPlaces } from "./newest-places.ts";

/** Finds a thread's part of the events. The order of arrival is read for the newest alone. */
export function runMatching(execution: Execution, plan: MatchingPlan): Matching {
  const { select, ordinals, afterMs, before, untilSeq, offset, limit } = plan;
  const slices = compileScan(select, execution, false, true);
  execution.showPersons();
  const isAsked = ordinals === null ? null : toTable(ordinals);
  const newest = new NewestPlaces(offset + limit);
  let count = 0;
  for (const { segment, start, end, mask } of slices({ fromMs: afterMs + 1, untilMs: before.timestamp + 1 })) {
    const { times, ids } = segment.core();
    const { firstSeq, minMs } = segment;
    const isCut = firstSeq + BLOCK_SIZE > untilSeq;
    const seqAt = (row: number) => firstSeq + segment.seqs()[row]!;
    for (let row = end - 1; row >= start; row--) {
      if (mask !== null && mask[row - start] === 0) continue;
      if (isAsked !== null && isAsked[ids[row]!] !== 1) continue;
      const timestamp = minMs + times[row]!;
      if (isCut && seqAt(row) > untilSeq) continue;
      if (timestamp === before.timestamp && seqAt(row) >= before.seq) continue;
      count += 1;
      if (newest.mayTake(timestamp)) newest.add(timestamp, seqAt(row));
    }
  }
  // Each thread has its own segments.
  const [, ...others] = execution.workers.collect({ count, ...newest.toColumns() });
  for (const part of others) {
    count += part.count;
    for (const [index, seq] of part.seqs.entries()) newest.add(part.times[index]!, seq);
  }
  const { seqs, times } = newest.toColumns();
  return { count, seqs: seqs.slice(offset), times: times.slice(offset) };
}

/** 1 at each of the numbers. */
function toTable(ordinals: readonly number[]): Uint8Array {
  let most = 0;
  for (const ordinal of ordinals) most = Math.max(most, ordinal);
  const table = new Uint8Array(most + 1);
  for (const ordinal of ordinals) table[ordinal] = 1;
  return table;
}
