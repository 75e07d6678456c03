import { crc32 } from "node:zlib";
import { tryWrite } from "../../../storage/index.ts";
import type { Db, RowOf } from "../../../storage/index.ts";
import type { actorTables } from "../../../storage/tables/index.ts";

/** The actors of all distinct ids up to `lastId`. Fields as in `People`. */
export interface StoredActors extends Head {
  personLimit: number;
  /** Numbers taken by personless ids, from `personLimit` on. */
  personless: number;
  /** The actor of each distinct id from 0 to `lastId`. */
  actors: Uint32Array;
}

/** When persons were created, epoch ms, from person 0 to `lastId`. */
export interface StoredTimes extends Head {
  times: Float64Array;
}

interface Head {
  /** The last change in `identity_changes` that is included. */
  mark: number;
  /** The last distinct id (by ordinal), or the last person, that is included. */
  lastId: number;
}

/** The share of ids that a stored list may lack or have wrong. A larger share slows the next opening. */
export const MAX_BEHIND = 0.05;

type StoredRow = RowOf<typeof actorTables>;

const [ACTORS, CREATED] = [1, 2];

/**
 * Reads the stored actors of a database: 3 ns an id, where reading the ids one by one takes 300. Null = none, or damaged: the rows
 * of distinct ids say the same.
 */
export function readStoredActors(db: Db): StoredActors | null {
  const row = readRow(db, ACTORS, Uint32Array.BYTES_PER_ELEMENT);
  if (row === null) return null;
  const { mark, last_id: lastId, person_limit: personLimit, personless, data } = row;
  const actors = new Uint32Array(lastId + 1);
  new Uint8Array(actors.buffer).set(data);
  return { mark, lastId, personLimit, personless, actors };
}

/** Stores actors in the place of those before. @returns false = another connection writes just now */
export function storeActors(db: Db, { actors, ...head }: StoredActors): boolean {
  // A copy, since SQLite takes no memory that threads share.
  return storeRow(db, ACTORS, head, new Uint32Array(actors.subarray(0, head.lastId + 1)));
}

/** Reads the stored creation times. Null = none, or damaged: the rows of persons say the same. */
export function readCreated(db: Db): StoredTimes | null {
  const row = readRow(db, CREATED, Float64Array.BYTES_PER_ELEMENT);
  if (row === null) return null;
  const times = new Float64Array(row.last_id + 1);
  new Uint8Array(times.buffer).set(row.data);
  return { mark: row.mark, lastId: row.last_id, times };
}

/** How far the stored creation times go; zeros = there are none. */
export function readCreatedHead(db: Db): Head {
  const head = db.sql<Head>("SELECT mark, last_id AS lastId FROM actor_tables WHERE id = ?").get(CREATED);
  return head ?? { mark: 0, lastId: 0 };
}

/** Stores creation times in the place of those before. @returns false = another connection writes just now */
export function storeCreated(db: Db, { mark, lastId, times }: StoredTimes): boolean {
  const head = { mark, lastId, personLimit: 0, personless: 0 };
  return storeRow(db, CREATED, head, new Float64Array(times.subarray(0, lastId + 1)));
}

function readRow(db: Db, id: number, width: number): (StoredRow & { data: Uint8Array }) | null {
  const row = db
    .sql<StoredRow>("SELECT id, mark, last_id, person_limit, personless, data, checksum FROM actor_tables WHERE id = ?")
    .get(id);
  if (row === undefined) return null;
  const { mark, last_id: lastId, person_limit: personLimit, personless, data } = row;
  const isWhole = data instanceof Uint8Array && data.byteLength === (lastId + 1) * width;
  return isWhole && checksumOf({ mark, lastId, personLimit, personless }, data) === row.checksum ? row : null;
}

function storeRow(
  db: Db,
  id: number,
  head: Omit<StoredActors, "actors">,
  { buffer }: Uint32Array<ArrayBuffer> | Float64Array<ArrayBuffer>,
): boolean {
  const data = Buffer.from(buffer);
  return tryWrite(db, () => {
    db.sql(
      `INSERT OR REPLACE INTO actor_tables (id, mark, last_id, person_limit, personless, data, checksum)
       VALUES (?, ?, ?, ?, ?, ?, ?)`,
    ).run(id, head.mark, head.lastId, head.personLimit, head.personless, data, checksumOf(head, data));
  });
}

function checksumOf({ mark, lastId, personLimit, personless }: Omit<StoredActors, "actors">, data: Uint8Array): number {
  return crc32(JSON.stringify([mark, lastId, personLimit, personless]), crc32(data));
}
