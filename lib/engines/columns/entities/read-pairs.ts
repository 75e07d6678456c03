import { damagedRow, damagedTable, numbersFault } from "../../../storage/index.ts";
import type { Db, SummedTable } from "../../../storage/index.ts";

/** Rows read as one text: parsing it costs a fifth of creating an object for each row. */
export const CHUNK = 20_000;

/** 0 = the table is empty. @throws corrupt when that row is damaged: its id may be any number */
export function newestId(db: Db, table: SummedTable): number {
  const row = db
    .sql<{ id: number; fault: number }>(
      `SELECT t.id, ${numbersFault(table, "t")} AS fault FROM ${table} t NOT INDEXED ORDER BY t.id DESC LIMIT 1`,
    )
    .get();
  if (row?.fault === 1) throw damagedRow(table, row.id);
  return row?.id ?? 0;
}

/** Pairs of numbers as JSON text (null = no rows), and the first damaged row. */
export interface Pairs {
  list: string | null;
  damaged: number | null;
}

type PairsQuery = { get(fromId: number, toId: number): Pairs | undefined };

interface IdRange {
  table: SummedTable;
  /** Exclusive. */
  fromId: number;
  /** Inclusive. */
  toId: number;
}

/**
 * Shows pairs of an id and a number.
 * @param pairs reads the rows of the ids after one and up to another
 * @returns the number of rows
 * @throws corrupt naming a damaged row
 */
export function readPairs(
  pairs: PairsQuery,
  { table, fromId, toId }: IdRange,
  see: (id: number, number: number) => void,
): number {
  let count = 0;
  let last = fromId;
  for (let id = fromId; id < toId; id += CHUNK) {
    const read = pairs.get(id, Math.min(toId, id + CHUNK));
    if (typeof read?.damaged === "number") throw damagedRow(table, read.damaged);
    const list = typeof read?.list === "string" ? (JSON.parse(read.list) as number[]) : [];
    for (let index = 0; index < list.length; index += 2) {
      // Damage can show a row twice.
      if (list[index]! <= last) throw damagedTable(table);
      last = list[index]!;
      see(last, list[index + 1]!);
    }
    count += list.length / 2;
  }
  return count;
}
