import { storedValue } from "../../../events/filters/index.ts";
import type { Json, Properties } from "../../../events/filters/index.ts";
import {
  damagedRow,
  damagedTable,
  hasAllRows,
  jsonPath,
  parseStored,
  readJson,
  rowFault,
} from "../../../storage/index.ts";
import type { Db } from "../../../storage/index.ts";
import { Dictionary } from "../log/dictionary.ts";

/** A property of all persons of a project, with each distinct value stored once. */
export interface PersonColumn {
  /** The position of each person's value; ids beyond the end have position 0. */
  codes: Uint32Array;
  /** Position 0 = missing (undefined), also for ids of other projects. */
  values: (Json | undefined)[];
}

/**
 * Reads properties of persons by key. Call it within the question's transaction. A person's checksums are compared at
 * its first reading: 1 µs a person, as much as a property.
 */
export interface PersonValues {
  /** @param stamp while it is equal, nothing was written */
  column(projectId: number, key: string, stamp: string): PersonColumn;
}

/** Columns kept until any write: 2 MB each with 500,000 persons, and their values. */
const MAX_KEPT = 8;

/** A column with more values, such as email addresses, is read again for each question. */
const MAX_VALUES = 100_000;

/** Persons whose values are read as one text: parsing it costs less than an object for each row. */
const CHUNK = 10_000;

/**
 * Opens the properties of persons of a database.
 *
 * Lists of persons have another store (`people/persons/property-index.ts`), in another thread, so neither could use the
 * memory of the other. This store reads a column at one moment of its transaction, with one text per 10,000 persons;
 * that one reads in small steps, and keeps checksums to read only changed persons again. One store would make each
 * first question a third slower, or let lists block the event loop.
 */
export function createPersonValues(db: Db): PersonValues {
  const kept = new Map<string, { stamp: string; column: PersonColumn }>();
  let checkedTo = 0;
  return {
    column(projectId, key, stamp) {
      const name = `${projectId}:${key}`;
      const known = kept.get(name);
      kept.delete(name);
      if (known?.stamp === stamp) {
        kept.set(name, known);
        return known.column;
      }
      checkedTo = checkPersons(db, checkedTo);
      const column = readColumn(db, projectId, key);
      if (column.values.length <= MAX_VALUES) kept.set(name, { stamp, column });
      const [oldest] = kept.keys();
      if (kept.size > MAX_KEPT && oldest !== undefined) kept.delete(oldest);
      return column;
    },
  };
}

/** @returns the largest id that is checked now @throws corrupt naming a damaged person */
function checkPersons(db: Db, checkedTo: number): number {
  const { newest, damaged } = db
    .sql<{ newest: number | null; damaged: number | null }>(
      `SELECT max(id) AS newest, min(id) FILTER (WHERE ${rowFault("persons", "p")}) AS damaged
         FROM persons p NOT INDEXED WHERE id > ?`,
    )
    .get(checkedTo) as { newest: number | null; damaged: number | null };
  if (damaged !== null) throw damagedRow("persons", damaged);
  if (checkedTo === 0 && !hasAllRows(db, "persons")) throw damagedTable("persons");
  return newest ?? checkedTo;
}

function readColumn(db: Db, projectId: number, key: string): PersonColumn {
  const newest = Number(db.sql("SELECT max(id) FROM persons").pluck().get() ?? 0);
  const codes = new Uint32Array(newest + 1);
  const dictionary = new Dictionary();
  for (let id = 0; id < newest; id += CHUNK) {
    for (const [person, value] of readChunk(db, { projectId, fromId: id, toId: id + CHUNK }, key)) {
      codes[person] = dictionary.codeOf(value);
    }
  }
  return { codes, values: dictionary.values };
}

interface Chunk {
  projectId: number;
  fromId: number;
  toId: number;
}

/** The values of the persons that have one. By ranges of the primary key, which is the order of the stored table. */
function readChunk(db: Db, chunk: Chunk, key: string): [number, Json][] {
  const byRow = () => readRows(db, chunk, key);
  const path = jsonPath(key);
  return path === null ? byRow() : readJson(() => readTexts(db, chunk, path), byRow);
}

function readTexts(db: Db, { projectId, fromId, toId }: Chunk, path: string): [number, Json][] {
  // `||` makes null of a missing value and of a stored null, and group_concat leaves nulls out.
  const text = db
    .sql(
      `SELECT '[' || group_concat('[' || id || ',' || nullif(properties -> ?, 'null') || ']') || ']'
         FROM persons NOT INDEXED WHERE id > ? AND id <= ? AND project_id = ?`,
    )
    .pluck()
    .get(path, fromId, toId, projectId) as string | null;
  return text === null ? [] : (JSON.parse(text) as [number, Json][]);
}

function readRows(db: Db, { projectId, fromId, toId }: Chunk, key: string): [number, Json][] {
  const rows = db
    .sql<[number, string]>("SELECT id, properties FROM persons NOT INDEXED WHERE id > ? AND id <= ? AND project_id = ?")
    .raw(true)
    .all(fromId, toId, projectId);
  return rows.flatMap(([id, properties]): [number, Json][] => {
    const value = storedValue(parseStored<Properties>("person", id, properties), key);
    return value === undefined ? [] : [[id, value]];
  });
}
