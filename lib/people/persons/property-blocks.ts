import type { Json, Properties } from "../../events/filters/index.ts";
import { storedValue } from "../../events/filters/index.ts";
import {
  damagedRow,
  damagedTable,
  hasAllRows,
  jsonPath,
  parseStored,
  readJson,
  rowFault,
} from "../../storage/index.ts";
import type { Db } from "../../storage/index.ts";
import { clearCode, setCode } from "./property-column.ts";
import type { GrowingColumn } from "./property-column.ts";

/**
 * Ids read and compared together. Larger blocks read more again after a change elsewhere; smaller ones cost more
 * checksums.
 */
const BLOCK = 256;

/** Separates the values of a block: JSON text escapes this character, so it cannot occur. */
const SEPARATOR = "\u001e";

/** Longer values, in characters, are read one by one, not joined. */
const MAX_JOINED = 4096;

/** A column with the checksum of each block when it was read. */
export interface SummedColumn extends GrowingColumn {
  readonly sums: (string | undefined)[];
}

/** The persons of a database in blocks of ids. */
export interface PropertyBlocks {
  /**
   * The checksum of a block. Equal = no change: ids are never reused, so number and sum of ids identify the persons, whose
   * versions only grow. The length detects other programs' changes.
   */
  sum(projectId: number, block: number): string;
  /** Reads a block into a column. @param leave gets the persons whose values are left out, being long. @throws corrupt naming a damaged person */
  read(column: SummedColumn, block: number, leave: (id: number) => void): void;
}

export function createPropertyBlocks(db: Db): PropertyBlocks {
  /** Blocks whose persons' own checksums were compared: once, at 1 µs a person. */
  const checked = new Set<number>();

  const sum = (projectId: number, block: number) =>
    db
      .sql(`SELECT ${SUMS} FROM persons NOT INDEXED WHERE ${OF_BLOCK}`)
      .pluck()
      .get(...toBounds(projectId, block)) as string;

  const check = (block: number) => {
    if (checked.has(block)) return;
    const damaged = db
      .sql<number>(
        `SELECT id FROM persons p NOT INDEXED WHERE id >= ? AND id < ? AND ${rowFault("persons", "p")} LIMIT 1`,
      )
      .pluck()
      .get(block * BLOCK, (block + 1) * BLOCK);
    if (damaged !== undefined) throw damagedRow("persons", damaged);
    if (checked.size === 0 && !hasAllRows(db, "persons")) throw damagedTable("persons");
    checked.add(block);
  };

  const readRows = (column: SummedColumn, block: number) => {
    const { projectId, key } = column;
    clear(column, block);
    // First: a commit in between then only causes another read.
    column.sums[block] = sum(projectId, block);
    const read = db.sql(`SELECT id, properties FROM persons NOT INDEXED WHERE ${OF_BLOCK}`).raw();
    for (const [id, text] of read.all(...toBounds(projectId, block)) as [number, string][])
      setCode(column, id, toJsonText(storedValue(parseStored<Properties>("person", id, text), key)));
  };

  const readTexts = (column: SummedColumn, block: number, path: string, leave: (id: number) => void) => {
    clear(column, block);
    // Two texts: a row for each person costs a quarter more.
    const read = db
      .sql(
        `SELECT ${SUMS}, group_concat(id), group_concat(substr(coalesce(properties -> ?, ''), 1, ${MAX_JOINED + 1}), ?)
         FROM persons NOT INDEXED WHERE ${OF_BLOCK}`,
      )
      .raw();
    const row = read.get(path, SEPARATOR, ...toBounds(column.projectId, block));
    const [sums, ids, values] = row as [string, string | null, string | null];
    column.sums[block] = sums;
    if (ids === null || values === null) return;
    const texts = values.split(SEPARATOR);
    for (const [index, id] of ids.split(",").entries()) {
      const text = texts[index] ?? "";
      if (text.length > MAX_JOINED) leave(Number(id));
      else setCode(column, Number(id), text === "" ? null : text);
    }
  };

  return {
    sum,
    read(column, block, leave) {
      check(block);
      const byRow = () => readRows(column, block);
      const path = jsonPath(column.key);
      if (path === null) byRow();
      else readJson(() => readTexts(column, block, path, leave), byRow);
    },
  };
}

const OF_BLOCK = "id >= ? AND id < ? AND project_id = ?";

const SUMS =
  "count(*) || ':' || coalesce(sum(id), 0) || ':' || coalesce(sum(version), 0) || ':' || coalesce(sum(octet_length(properties)), 0)";

/** The values of `OF_BLOCK`. */
function toBounds(projectId: number, block: number): [start: number, end: number, projectId: number] {
  return [block * BLOCK, (block + 1) * BLOCK, projectId];
}

function clear(column: SummedColumn, block: number): void {
  const end = Math.min((block + 1) * BLOCK, column.codes.length);
  for (let id = block * BLOCK; id < end; id++) clearCode(column, id);
}

/** The block of an id. */
export function toBlock(id: number): number {
  return Math.floor(id / BLOCK);
}

/** The text by which a column knows a value; null = the property is missing. */
export function toJsonText(value: Json | undefined): string | null {
  return value === undefined ? null : JSON.stringify(value);
}
