import { numbersSum, rowFault, textColumns, textsSum } from "../storage/index.ts";
import type { Db, SummedTable } from "../storage/index.ts";

/** A damaged row, and the values that make it whole. */
export interface RowMend {
  table: SummedTable;
  id: number;
  /** The values by column; the checksums among them. */
  values: Readonly<Record<string, Value>>;
}

type Value = string | number | null;
type Row = Record<string, Value>;

interface Copies {
  /** Indexes and their columns: each holds the values of a row a second time. */
  indexes: readonly [name: string, columns: readonly string[]][];
  /** A column that is 0 or 1 and in no index. */
  flag?: string;
  /** Are all numbers in an index, except for the flag? */
  hasNumbers: boolean;
}

const COPIES: Readonly<Record<SummedTable, Copies>> = {
  event_names: { indexes: [["event_names_by_name", ["project_id", "name"]]], hasNumbers: true },
  distinct_ids: {
    indexes: [
      ["distinct_ids_by_text", ["project_id", "distinct_id"]],
      ["distinct_ids_by_person", ["person_id"]],
    ],
    flag: "is_personless",
    hasNumbers: true,
  },
  persons: {
    indexes: [
      ["persons_by_uuid", ["project_id", "uuid"]],
      ["persons_by_created_at", ["created_at"]],
    ],
    flag: "is_identified",
    hasNumbers: true,
  },
  groups: { indexes: [["groups_by_key", ["project_id", "group_type_index", "group_key"]]], hasNumbers: false },
};

/**
 * Looks for the values of a damaged row: in SQLite's indexes, which hold some of them a second time. A value counts as found when the
 * checksums say so; where all values are as the indexes have them, a checksum is what is damaged.
 * @returns null = they are lost, such as properties
 */
export function mendRow(db: Db, table: SummedTable, id: number): RowMend | null {
  const stored = db.sql<Row>(`SELECT * FROM ${table} NOT INDEXED WHERE id = ?`).get(id);
  const copied = readCopies(db, table, id);
  if (stored === undefined || copied === null) return null;
  const whole = candidates(db, table, { ...stored, ...copied }, copied).find((row) => isSound(db, table, row));
  if (whole === undefined) return null;
  const changed = Object.entries(whole).filter(([column, value]) => value !== stored[column]);
  const { text_sum = null, head_sum = null } = whole;
  return { table, id, values: { ...Object.fromEntries(changed), text_sum, head_sum } };
}

function readCopies(db: Db, table: SummedTable, id: number): Row | null {
  const copied: Row = {};
  for (const [index, columns] of COPIES[table].indexes) {
    // All columns are in the index, so that SQLite does not read the row; it walks the whole index.
    const copy = db.sql<Row>(`SELECT ${columns.join(", ")} FROM ${table} INDEXED BY ${index} WHERE +id = ?`).get(id);
    if (copy === undefined) return null;
    Object.assign(copied, copy);
  }
  return copied;
}

function candidates(db: Db, table: SummedTable, row: Row, copied: Row): Row[] {
  const { flag, hasNumbers } = COPIES[table];
  const flipped = flag === undefined ? [] : [{ ...row, [flag]: 1 - Number(row[flag]) }];
  const texts = textColumns(table).map((column) => copied[column]);
  const isText = texts.every((text) => typeof text === "string");
  const resummed = isText ? [{ ...row, text_sum: textsSum(...(texts as string[])) }] : [];
  const recounted = hasNumbers ? [{ ...row, head_sum: evaluate(db, numbersSum(table, "r"), row) }] : [];
  return [row, ...flipped, ...resummed, ...recounted];
}

function isSound(db: Db, table: SummedTable, row: Row): boolean {
  return evaluate(db, rowFault(table, "r"), row) === 0;
}

/** The value of an expression of the columns of `r`. */
function evaluate(db: Db, expression: string, row: Row): number {
  const columns = Object.keys(row).map((column) => `@${column} AS ${column}`);
  // Bound numbers are doubles, which `%` does not take as they are.
  const whole = Object.entries(row).map(([column, value]) => [
    column,
    Number.isInteger(value) ? BigInt(value as number) : value,
  ]);
  return db
    .sql<number>(`SELECT ${expression} FROM (SELECT ${columns.join(", ")}) r`)
    .pluck()
    .get(Object.fromEntries(whole)) as number;
}
