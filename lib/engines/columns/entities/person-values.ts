import { storedValue } from "../../../events/filters/index.ts";
import type { Json, Properties } from "../../../events/filters/index.ts";
import { parseStored, readJson } from "../../../storage/index.ts";
import type { Db } from "../../../storage/index.ts";
import { Dictionary } from "../log/dictionary.ts";

/** A property of all persons of a project, with each distinct value stored once. */
export interface PersonColumn {
  /** By the person's id: the position of its value; ids beyond the end have position 0. */
  codes: Uint32Array;
  /** Position 0 = missing (undefined), also for ids that are no persons of the project. */
  values: (Json | undefined)[];
}

/** Reads properties of persons by key. Call it within the question's transaction. */
export interface PersonValues {
  /** @param stamp while it is equal, nothing was written */
  column(projectId: number, key: string, stamp: string): PersonColumn;
}

/** Columns kept until any write: 2 MB each with 500,000 persons, and their values. More columns cost memory. */
const MAX_KEPT = 8;

/** Values beyond which a column, such as of email addresses, is read again for each question. */
const MAX_VALUES = 100_000;

/** Persons whose values are read as one text: parsing it costs less than creating an object for each row. */
const CHUNK = 10_000;

/** Keys that are safe in SQLite's JSON path: no quotes, escapes or control characters. */
const PLAIN_KEY = /^[^"\\\p{C}]+$/u;

/** Opens the properties of persons of a database. */
export function createPersonValues(db: Db): PersonValues {
  const kept = new Map<string, { stamp: string; column: PersonColumn }>();
  return {
    column(projectId, key, stamp) {
      const name = `${projectId}:${key}`;
      const known = kept.get(name);
      kept.delete(name);
      if (known?.stamp === stamp) {
        kept.set(name, known);
        return known.column;
      }
      const column = readColumn(db, projectId, key);
      if (column.values.length <= MAX_VALUES) kept.set(name, { stamp, column });
      const [oldest] = kept.keys();
      if (kept.size > MAX_KEPT && oldest !== undefined) kept.delete(oldest);
      return column;
    },
  };
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
  return PLAIN_KEY.test(key) ? readJson(() => readTexts(db, chunk, key), byRow) : byRow();
}

function readTexts(db: Db, { projectId, fromId, toId }: Chunk, key: string): [number, Json][] {
  // A stored null is the text null here, a missing value has no row.
  const text = db
    .sql(
      `SELECT '[' || group_concat('[' || id || ',' || (properties -> ?) || ']') || ']'
         FROM persons NOT INDEXED WHERE id > ? AND id <= ? AND project_id = ?`,
    )
    .pluck()
    .get(`$."${key}"`, fromId, toId, projectId) as string | null;
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
