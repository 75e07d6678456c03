import { grown } from "../../../base/grown.ts";
import type { DateRange } from "../../../port/range.ts";
import type { Selection } from "../../../port/selection.ts";
import { partOf } from "../../../engines/columns/group/worker-group.ts";
import type { WorkerGroup } from "../../../engines/columns/group/worker-group.ts";
import { DistinctCells } from "../../../engines/columns/entities/distinct-cells.ts";
import { eachBucket } from "../../../engines/columns/scan/each-bucket.ts";
import { noteFirsts } from "../../../engines/columns/kernels/count.ts";
import type { Execution } from "../../../engines/columns/execution.ts";
import { compileScan } from "../../../engines/columns/scan/scan.ts";
import { IdSet } from "../../../engines/columns/entities/id-set.ts";
import type { EntityIds } from "../../../engines/columns/entities/entity-ids.ts";

/**
 * Finds, for each entity, the stretch between cuts with its first selected event of all time, if that is in the range.
 * @param input `cutsMs` ascending; a cell is the stretch from its cut on
 */
export function compileFirsts(
  execution: Execution,
  select: Selection,
  { entityIds, range, cutsMs }: { entityIds: EntityIds; range: DateRange; cutsMs: readonly number[] },
): () => DistinctCells {
  const slices = compileScan(select, execution, entityIds.actors !== null);
  return () => {
    // Place 0 holds rows before the range.
    const edgesMs = [-Infinity, ...cutsMs.filter((ms) => ms >= range.fromMs)];
    const skipped = cutsMs.length + 1 - edgesMs.length;
    const noted = execution.keep("firsts", createFirsts);
    for (const slice of slices({ fromMs: -Infinity, untilMs: range.untilMs })) {
      const { segment, start, end, mask } = slice;
      const numbers = entityIds.of(segment, start, end);
      noted.firsts = withSpace(execution.workers, noted.firsts, entityIds.limit(), edgesMs.length);
      eachBucket(slice, edgesMs, (bucket, from, until) => {
        noteFirsts(noted.firsts, numbers, { mask, start: 0, bucket }, from - start, until - start);
      });
    }
    const words = (entityIds.limit() >>> 5) + 1;
    const part = execution.workers.size === 1 ? { from: 0, until: words } : partOf(execution.workers, words);
    const firsts = exchange(execution.workers, noted.firsts, { from: part.from * 32, until: part.until * 32 });
    const cells = new DistinctCells(entityIds, cutsMs.length, execution.workers);
    const opened: (Uint32Array | IdSet | undefined)[] = [];
    for (let entityId = Math.max(1, part.from * 32); entityId < Math.min(firsts.length, part.until * 32); entityId++) {
      const place = firsts[entityId]!;
      if (place === 0 || place === edgesMs.length) continue;
      const cell = (opened[place] ??= cells.open(place - 1 + skipped));
      if (cell instanceof IdSet) cell.add(entityId);
      else cell[entityId >>> 5]! |= 1 << (entityId & 31);
    }
    cells.keepPart();
    return cells;
  };
}

/** The stretch of the first event of each entity, by its id. */
function createFirsts(): { firsts: Int32Array; sizeBytes(): number } {
  return {
    firsts: new Int32Array(0),
    sizeBytes() {
      return this.firsts.byteLength;
    },
  };
}

/** Each entity's least value over all threads of a worker group; a thread without slices has no entities. */
function exchange(
  workers: WorkerGroup,
  mine: Int32Array,
  { from, until }: { from: number; until: number },
): Int32Array {
  if (workers.size === 1) return mine;
  const all = workers.gather(mine);
  // Other threads look at other entities of the same lists.
  const least = mine.length > 0 ? mine : (all.find(({ length }) => length > 0) ?? mine);
  for (const list of all) {
    const end = Math.min(until, list.length);
    for (let entityId = from; entityId < end; entityId++)
      if (list[entityId]! < least[entityId]!) least[entityId] = list[entityId]!;
  }
  return least;
}

function withSpace(workers: WorkerGroup, firsts: Int32Array, limit: number, none: number): Int32Array {
  if (limit <= firsts.length) return firsts;
  const { buffer, byteOffset, length } = workers.words(Math.max(limit, firsts.length * 2));
  return grown(firsts, new Int32Array(buffer, byteOffset, length).fill(none));
}
