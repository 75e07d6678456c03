import { crc32 } from "node:zlib";
import type Database from "better-sqlite3";
import { corrupt } from "../base/errors.ts";
import type { HogletError } from "../base/errors.ts";
import type { Db } from "./db.ts";
import type { groups } from "./tables/index.ts";

// Rows of persons, distinct ids, groups and event names have two checksums, so that a reader of numbers need not touch
// texts. `head_sum`: a sum of the row's numbers modulo a prime, as for events, kept by triggers for every writer; a
// trigger adds the difference, so a damaged row stays damaged. `text_sum`: CRC-32 of the texts, given by hoglet's
// writers; null = another program wrote, which the triggers see: not checked. `text_sum` lies before `head_sum`: a bit
// that turns it into null moves the other.

/** 2^31 - 1, a prime: no power of two is a multiple, so each flipped bit changes a sum. */
const PRIME = 2_147_483_647;

/** Factors of the numbers of a sum, in their order. */
const FACTORS = [40_503, 50_021, 60_013, 70_001] as const;

/** The first migration has the same sums. */
const SUMMED = {
  event_names: { noun: "event name", numbers: (row: string) => [`${row}id`, `${row}project_id`], texts: ["name"] },
  distinct_ids: {
    noun: "distinct id",
    numbers: (row: string) => [
      `${row}id`,
      `${row}project_id`,
      `coalesce(${row}person_id + 1, 0)`,
      `${row}is_personless`,
    ],
    texts: ["distinct_id"],
  },
  persons: {
    noun: "person",
    numbers: (row: string) => [`${row}id`, `${row}project_id`, `${row}is_identified`, `(${row}created_at % ${PRIME})`],
    texts: ["uuid", "properties"],
  },
  groups: {
    noun: "group",
    numbers: (row: string) => [
      `${row}id`,
      `${row}project_id`,
      `${row}group_type_index`,
      `(${row}created_at % ${PRIME})`,
    ],
    texts: ["group_key", "properties"],
  },
} as const;

export type SummedTable = keyof typeof SUMMED;

/** The tables whose rows have checksums. */
export const SUMMED_TABLES = Object.keys(SUMMED) as readonly SummedTable[];

/** SQL of the checksum of a row's numbers. @param alias of the table; empty = none */
export function numbersSum(table: SummedTable, alias = ""): string {
  const terms = SUMMED[table].numbers(alias === "" ? "" : `${alias}.`);
  return `((${terms.map((term, index) => `${term} * ${FACTORS[index]}`).join(" + ")}) % ${PRIME})`;
}

/** The columns of a table's texts, in the order of `textsSum`. */
export function textColumns(table: SummedTable): readonly string[] {
  return SUMMED[table].texts;
}

/** The checksum of numbers, in their order. */
function toNumbersSum(numbers: readonly number[]): number {
  return numbers.reduce((sum, number, index) => sum + number * (FACTORS[index] ?? 0), 0) % PRIME;
}

/** @throws corrupt when a group's row, as queried, is damaged */
export function requireGroup(row: typeof groups.$inferSelect): void {
  const { id, projectId, groupTypeIndex, groupKey, properties, createdAt, textSum, headSum } = row;
  const isText = textSum === null || textsSum(groupKey, properties) === textSum;
  if (isText && toNumbersSum([id, projectId, groupTypeIndex, createdAt % PRIME]) === headSum) return;
  throw damagedRow("groups", id);
}

/** The checksum of a row's texts, in the order of its columns. */
export function textsSum(...texts: readonly string[]): number {
  let sum = 0;
  for (const text of texts) sum = crc32(text, sum);
  return sum;
}

/**
 * SQL: 1 = the row's numbers are damaged; 0 too where a LEFT JOIN finds no row. Makes no call, so it suits reads of all
 * rows.
 */
export function numbersFault(table: SummedTable, alias: string): string {
  // Damage can make all columns null except a row's id.
  return `(coalesce(${alias}.head_sum = ${numbersSum(table, alias)}, ${alias}.id IS NULL) IS NOT 1)`;
}

/** SQL: 1 = a part of the row is damaged. Costs a call, 1 µs a row. */
export function rowFault(table: SummedTable, alias: string): string {
  const texts = SUMMED[table].texts.map((column) => `${alias}.${column}`).join(", ");
  return `(${numbersFault(table, alias)} OR (${alias}.text_sum IS NOT NULL AND ${alias}.text_sum IS NOT hoglet_text_sum(${texts})))`;
}

/**
 * SQL of a column that throws `storage_corrupt` when its row is damaged: the whole row for a text, the numbers for a
 * number. Null where a LEFT JOIN finds no row.
 */
export function sound(table: SummedTable, alias: string, column: string): string {
  const isText = (SUMMED[table].texts as readonly string[]).includes(column);
  const fault = isText ? rowFault(table, alias) : numbersFault(table, alias);
  return `iif(${fault}, hoglet_damaged('${table}', ${alias}.id), ${alias}.${column})`;
}

/** Adds the functions of `rowFault` and `sound` to a connection's SQL. */
export function addRowSums(sqlite: Database.Database): void {
  sqlite.function("hoglet_text_sum", { deterministic: true, varargs: true }, (...texts: unknown[]) =>
    texts.every((text) => typeof text === "string") ? textsSum(...(texts as string[])) : null,
  );
  sqlite.function("hoglet_damaged", (table: unknown, id: unknown) => {
    throw damagedRow(table as SummedTable, Number(id));
  });
}

export function damagedRow(table: SummedTable, id: number): HogletError {
  const name = `the ${SUMMED[table].noun} ${id}`;
  const detail = `The stored data of ${name} are damaged. \`hoglet doctor <file>\` names the row and the remedy.`;
  return corrupt(detail, new RangeError("A checksum differs."));
}

/** Indexes with as many rows as their tables. */
const INDEXES: Readonly<Record<SummedTable, string>> = {
  event_names: "event_names_by_name",
  distinct_ids: "distinct_ids_by_person",
  persons: "persons_by_created_at",
  groups: "groups_by_key",
};

/** Damage can hide a row, or show another in its place. Takes 0.1 µs a row. */
export function hasAllRows({ sql }: Pick<Db, "sql">, table: SummedTable): boolean {
  const [inTable, inIndex] = [`${table} NOT INDEXED`, `${table} INDEXED BY ${INDEXES[table]}`].map(
    (from) => `(SELECT count(*) || ' ' || coalesce(sum(id), 0) FROM ${from})`,
  );
  // One statement, since other processes write.
  return sql<number>(`SELECT ${inTable} = ${inIndex}`).pluck().get() === 1;
}

/** Rows are missing, or in the wrong order. */
export function damagedTable(table: SummedTable): HogletError {
  const detail = `Rows of the table ${table} are lost. \`hoglet doctor <file>\` says where, and what to do.`;
  return corrupt(detail, new RangeError("Rows are lost."));
}
