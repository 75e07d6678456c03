import { addIds } from "../kernels/count.ts";
import { eachBucket } from "../scan/each-bucket.ts";
import type { Slice } from "../scan/scan.ts";
import type { DistinctCells } from "./distinct-cells.ts";
import { IdSet } from "./id-set.ts";
import type { EntityIds } from "./entity-ids.ts";

/** Rows with the line of each: a number for all, or by row from `start` on; −1 = no line. */
export interface LinedSlice extends Slice {
  line: number | Int32Array;
  /** Every line is below. */
  lineLimit: number;
}

/** Puts the entities of a slice into cells, one for each line and stretch between edges. */
export function addToCells(
  cells: DistinctCells,
  edgesMs: readonly number[],
  slice: LinedSlice,
  entityIds: EntityIds,
): void {
  const { segment, start, end, mask, line } = slice;
  const width = edgesMs.length;
  const rows = { entityIds: entityIds.of(segment, start, end), mask };
  eachBucket(slice, edgesMs, (bucket, from, until) => {
    if (typeof line === "number") addToCell(cells.open(line * width + bucket), rows, from - start, until - start);
    else addByLine(rows, line, (own) => cells.open(own * width + bucket), { from: from - start, until: until - start });
  });
}

interface EntityRows {
  entityIds: Uint32Array;
  mask: Uint8Array | null;
}

type Cell = Uint32Array | IdSet;

function addToCell(cell: Cell, { entityIds, mask }: EntityRows, from: number, until: number): void {
  if (!(cell instanceof IdSet)) {
    addIds(cell, entityIds, { mask, start: 0 }, from, until);
    return;
  }
  for (let row = from; row < until; row++) {
    const entityId = entityIds[row]!;
    if (entityId !== 0 && (mask === null || mask[row] === 1)) cell.add(entityId);
  }
}

function addByLine(
  { entityIds, mask }: EntityRows,
  line: Int32Array,
  open: (line: number) => Cell,
  { from, until }: { from: number; until: number },
): void {
  const opened: Cell[] = [];
  for (let row = from; row < until; row++) {
    const own = line[row]!;
    const entityId = entityIds[row]!;
    if (own < 0 || entityId === 0 || (mask !== null && mask[row] === 0)) continue;
    const cell = (opened[own] ??= open(own));
    if (cell instanceof IdSet) cell.add(entityId);
    else cell[entityId >>> 5]! |= 1 << (entityId & 31);
  }
}
