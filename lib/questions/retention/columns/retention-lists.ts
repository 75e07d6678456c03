import type { CellBits } from "../../../engines/columns/entities/distinct-cells.ts";
import { readBits } from "../../../engines/columns/kernels/bits.ts";
import { toEntityLists } from "../../../engines/columns/entities/entity-lists.ts";
import type { EntityLists } from "../../../engines/columns/entities/entity-lists.ts";

/** The target events of each entity: the row that each belongs to, and the period it is in, from 0. */
export type TargetLists = EntityLists<"row" | "period">;

/** The periods in which each entity has a returning event, from 0. */
export type ReturnLists = EntityLists<"period">;

export interface CountedRow {
  row: number;
  counts: number[];
}

/** The entities of cells as lists. @param numbersOf an entity's numbers for a cell; null = the cell is left out */
export function listCells<Name extends string>(
  cells: CellBits,
  count: number,
  limit: number,
  names: readonly Name[],
  numbersOf: (cell: number) => Record<Name, number> | null,
): EntityLists<Name> {
  const parts = Array.from({ length: count }, (_, cell) => cell).flatMap((cell) => {
    const numbers = numbersOf(cell);
    return numbers === null ? [] : [{ entityIds: idsOf(cells, cell), mask: null, numbers }];
  });
  return toEntityLists(parts, names, limit);
}

function idsOf(cells: CellBits, cell: number): Uint32Array {
  const entityIds = readBits(cells.bits(cell));
  if (cells.first > 0) for (let index = 0; index < entityIds.length; index++) entityIds[index]! += cells.first;
  return entityIds;
}

interface Row {
  row: number;
  counts: Float64Array;
  /** The entity that each cell was last counted for: several periods may lead to the same. */
  counted: Uint32Array;
  /** The entity that was last seen in each period. */
  seen: Uint32Array;
}

/**
 * Counts the cells of rows entity by entity: for rows of values, and for many periods, where comparing sets in pairs
 * would take long. Cost: an entity's distinct pairs of target and returning period.
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
  for (let entityId = 1; entityId + 1 < targets.offsets.length; entityId++) {
    const from = targets.offsets[entityId]!;
    const until = targets.offsets[entityId + 1]!;
    if (from === until) continue;
    readDistinct(returns, entityId, back);
    for (let place = from; place < until; place++) {
      const key = targets.columns.row[place]!;
      const period = targets.columns.period[place]!;
      const row = (rows[key] ??= openRow(key, lengthOf(key), periods));
      if (row.seen[period] === entityId) continue;
      row.seen[period] = entityId;
      countCell(row, 0, entityId);
      // The cell of the target's own period holds all entities already.
      for (let index = 0; index < back.count; index++) countCell(row, back.periods[index]! - period, entityId);
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

function readDistinct(
  { offsets, columns }: ReturnLists,
  entityId: number,
  back: { periods: Uint32Array; seen: Uint32Array; count: number },
): void {
  back.count = 0;
  const until = offsets[entityId + 1] ?? 0;
  for (let place = offsets[entityId] ?? 0; place < until; place++) {
    const period = columns.period[place]!;
    if (back.seen[period] === entityId) continue;
    back.seen[period] = entityId;
    back.periods[back.count++] = period;
  }
}

function countCell({ counts, counted }: Row, cell: number, entityId: number): void {
  if (cell < 0 || cell >= counts.length || counted[cell] === entityId) return;
  counted[cell] = entityId;
  counts[cell]! += 1;
}
