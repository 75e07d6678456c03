import type { DistinctCells } from "../../../engines/columns/units/distinct-cells.ts";
import { readBits } from "../../../engines/columns/kernels/bits.ts";
import { toUnitLists } from "../../../engines/columns/units/unit-lists.ts";
import type { UnitLists } from "../../../engines/columns/units/unit-lists.ts";

/** The target events of each unit: the row that each belongs to, and the period it is in, from 0. */
export type TargetLists = UnitLists<"row" | "period">;

/** The periods in which each unit has a returning event, from 0. */
export type ReturnLists = UnitLists<"period">;

/** A row of counts, by the number that targets know it by. */
export interface CountedRow {
  row: number;
  counts: number[];
}

/** The units of cells as lists. @param numbersOf what a unit of the cell has in its list; null = nothing */
export function listCells<Name extends string>(
  cells: DistinctCells,
  count: number,
  limit: number,
  names: readonly Name[],
  numbersOf: (cell: number) => Record<Name, number> | null,
): UnitLists<Name> {
  const parts = Array.from({ length: count }, (_, cell) => cell).flatMap((cell) => {
    const numbers = numbersOf(cell);
    return numbers === null ? [] : [{ units: unitsOf(cells, cell), mask: null, numbers }];
  });
  return toUnitLists(parts, names, limit);
}

function unitsOf(cells: DistinctCells, cell: number): Uint32Array {
  const units = readBits(cells.bits(cell));
  if (cells.first > 0) for (let index = 0; index < units.length; index++) units[index]! += cells.first;
  return units;
}

interface Row {
  row: number;
  counts: Float64Array;
  /** The unit that each cell was last counted for: several periods may lead to the same. */
  counted: Uint32Array;
  /** The unit that was last seen in each period. */
  seen: Uint32Array;
}

/**
 * Counts the cells of rows unit by unit: for rows of values, and for so many periods that comparing all of them with all would
 * take long. Cost: a unit's distinct pairs of target and returning period.
 * @param lengthOf how many cells a row has
 */
export function countLists(
  lengthOf: (row: number) => number,
  periods: number,
  targets: TargetLists,
  returns: ReturnLists,
): CountedRow[] {
  const rows: Row[] = [];
  const back = { periods: new Uint32Array(periods), seen: new Uint32Array(periods), count: 0 };
  for (let unit = 1; unit + 1 < targets.offsets.length; unit++) {
    const from = targets.offsets[unit]!;
    const until = targets.offsets[unit + 1]!;
    if (from === until) continue;
    readDistinct(returns, unit, back);
    for (let place = from; place < until; place++) {
      const key = targets.columns.row[place]!;
      const period = targets.columns.period[place]!;
      const row = (rows[key] ??= openRow(key, lengthOf(key), periods));
      if (row.seen[period] === unit) continue;
      row.seen[period] = unit;
      countCell(row, 0, unit);
      // A return in the period itself is none: its cell holds all.
      for (let index = 0; index < back.count; index++) countCell(row, back.periods[index]! - period, unit);
    }
  }
  return rows.filter((row) => row !== undefined).map(({ row, counts }) => ({ row, counts: [...counts] }));
}

function openRow(row: number, length: number, periods: number): Row {
  return {
    row,
    counts: new Float64Array(length),
    counted: new Uint32Array(length),
    seen: new Uint32Array(periods),
  };
}

/** The distinct periods of a unit. */
function readDistinct(
  { offsets, columns }: ReturnLists,
  unit: number,
  back: { periods: Uint32Array; seen: Uint32Array; count: number },
): void {
  back.count = 0;
  const until = offsets[unit + 1] ?? 0;
  for (let place = offsets[unit] ?? 0; place < until; place++) {
    const period = columns.period[place]!;
    if (back.seen[period] === unit) continue;
    back.seen[period] = unit;
    back.periods[back.count++] = period;
  }
}

function countCell({ counts, counted }: Row, cell: number, unit: number): void {
  if (cell < 0 || cell >= counts.length || counted[cell] === unit) return;
  counted[cell] = unit;
  counts[cell]! += 1;
}
