import { addUnits } from "../kernels/count.ts";
import { eachBucket } from "../scan/each-bucket.ts";
import type { Piece } from "../scan/scan.ts";
import type { DistinctCells } from "./distinct-cells.ts";
import { UnitSet } from "./unit-set.ts";
import type { Units } from "./units.ts";

/** Rows, and the line of each: a number for all, or a number by row from `start` on, −1 = none. */
export interface LinedPiece extends Piece {
  line: number | Int32Array;
  /** Every line is below. */
  lineLimit: number;
}

/** Puts the units of a piece into cells: one for each line and stretch between edges. */
export function addToCells(cells: DistinctCells, edgesMs: readonly number[], piece: LinedPiece, units: Units): void {
  const { segment, start, end, mask, line } = piece;
  const width = edgesMs.length;
  const rows = { units: units.of(segment, start, end), mask };
  eachBucket(piece, edgesMs, (bucket, from, until) => {
    if (typeof line === "number") addToCell(cells.open(line * width + bucket), rows, from - start, until - start);
    else addByLine(rows, line, (own) => cells.open(own * width + bucket), { from: from - start, until: until - start });
  });
}

interface UnitRows {
  units: Uint32Array;
  mask: Uint8Array | null;
}

type Cell = Uint32Array | UnitSet;

function addToCell(cell: Cell, { units, mask }: UnitRows, from: number, until: number): void {
  if (!(cell instanceof UnitSet)) {
    addUnits(cell, units, { mask, start: 0 }, from, until);
    return;
  }
  for (let row = from; row < until; row++) {
    const unit = units[row]!;
    if (unit !== 0 && (mask === null || mask[row] === 1)) cell.add(unit);
  }
}

function addByLine(
  { units, mask }: UnitRows,
  line: Int32Array,
  open: (line: number) => Cell,
  { from, until }: { from: number; until: number },
): void {
  const opened: Cell[] = [];
  for (let row = from; row < until; row++) {
    const own = line[row]!;
    const unit = units[row]!;
    if (own < 0 || unit === 0 || (mask !== null && mask[row] === 0)) continue;
    const cell = (opened[own] ??= open(own));
    if (cell instanceof UnitSet) cell.add(unit);
    else cell[unit >>> 5]! |= 1 << (unit & 31);
  }
}
