import { grown } from "../../../base/grown.ts";
import type { Db } from "../../../storage/index.ts";
import type { RowOf } from "../../../storage/index.ts";
import type { distinctIds } from "../../../storage/tables/index.ts";

type Statement = ReturnType<Db["sql"]>;

/** The current actors of distinct ids, as numbers that index arrays. */
export interface People {
  /** Changes whenever a distinct id gets another actor; new ids do not change it. */
  version: number;
  /** While it is equal, nothing was written to the database. */
  stamp: string;
  /**
   * The actor of each distinct id, by its ordinal: the id of its person; a personless id without a person has a number
   * of its own, from `personLimit` on; 0 = none.
   */
  actors: Uint32Array;
  /** Above every person's id. */
  personLimit: number;
  /** Above every actor. */
  actorLimit: number;
}

/** Keeps distinct ids and persons in memory, in step with the database. Call it within the question's transaction. */
export interface PeopleStore {
  /** The people of all projects, which share the ordinals. */
  current(): People;
  /** Creation time of each person, epoch ms, by id. */
  createdMs(): Float64Array;
}

type StoredId = RowOf<typeof distinctIds, "id" | "person_id" | "is_personless">;

/** Opens the people of a database; they are read on first use. */
export function createPeople(db: Db): PeopleStore {
  let actors = sharedWords(0);
  let lastId = 0;
  let personLimit = 0;
  let personless = 0;
  let created = sharedNumbers(0);
  let lastPerson = 0;
  let seenChange = 0;
  let stamp = "";
  let version = 0;

  const place = ({ id, person_id: personId, is_personless: isPersonless }: StoredId) => {
    // An id that becomes personless again gets a new number: old numbers stay unused.
    actors[id] = personId ?? (isPersonless ? personLimit + personless++ : 0);
  };

  const readAll = (newestChange: number, newestPerson: number) => {
    seenChange = newestChange;
    version++;
    // Reserves 12.5 % more ids than persons, and 1,024: beyond that, all personless actors get new numbers. A larger
    // reserve makes scans slower.
    personLimit = Math.ceil(newestPerson * 1.125) + 1024;
    personless = 0;
    lastId = 0;
    lastPerson = 0;
    actors = sharedWords(0);
  };

  const readNewIds = () => {
    const newest = Number(db.sql("SELECT max(id) FROM distinct_ids").pluck().get() ?? 0);
    if (newest >= actors.length) actors = grown(actors, sharedWords(Math.ceil(newest * 1.2) + 1024));
    const pairs = db
      .sql(
        `SELECT '[' || group_concat(id || ',' || coalesce(person_id, -is_personless)) || ']'
           FROM distinct_ids WHERE id > ? AND id <= ?`,
      )
      .pluck();
    readPairs(pairs, lastId, newest, (id, owner) => {
      place({ id, person_id: owner > 0 ? owner : null, is_personless: owner < 0 ? 1 : 0 });
    });
    lastId = newest;
  };

  const readChanges = () => {
    const rows = db
      .sql<StoredId>(
        `SELECT DISTINCT c.distinct_id_id AS id, d.person_id, d.is_personless
           FROM identity_changes c LEFT JOIN distinct_ids d ON d.id = c.distinct_id_id
          WHERE c.seq > ? AND c.distinct_id_id <= ?`,
      )
      .all(seenChange, lastId);
    for (const row of rows) place(row);
    if (rows.length > 0) version++;
    if (created.length === 0) return;
    const persons = db
      .sql<{ id: number; ms: number }>(
        `SELECT p.id, p.created_at AS ms FROM identity_changes c JOIN persons p ON p.id = c.person_id WHERE c.seq > ?`,
      )
      .all(seenChange);
    for (const { id, ms } of persons) if (id < created.length) created[id] = ms;
  };

  const refresh = () => {
    // Nothing was written since: the common case of a dashboard.
    const now = `${String(db.sql("SELECT total_changes()").pluck().get())}:${String(db.sql("PRAGMA data_version").pluck().get())}`;
    if (now === stamp) return;
    const range = db.sql("SELECT min(seq) AS oldest, max(seq) AS newest FROM identity_changes").get();
    const { oldest, newest } = range as { oldest: number | null; newest: number | null };
    const newestPerson = Number(db.sql("SELECT max(id) FROM persons").pluck().get() ?? 0);
    const isMissed = (oldest ?? 0) > seenChange + 1 || (newest ?? 0) < seenChange;
    if (stamp === "" || isMissed || newestPerson >= personLimit) {
      readAll(newest ?? 0, newestPerson);
      created = sharedNumbers(0);
    } else {
      readChanges();
      seenChange = newest ?? 0;
    }
    readNewIds();
    stamp = now;
  };

  const readCreated = () => {
    if (created.length < personLimit) created = grown(created, sharedNumbers(personLimit));
    const newest = Number(db.sql("SELECT max(id) FROM persons").pluck().get() ?? 0);
    const pairs = db
      .sql("SELECT '[' || group_concat(id || ',' || created_at) || ']' FROM persons WHERE id > ? AND id <= ?")
      .pluck();
    readPairs(pairs, lastPerson, newest, (id, ms) => void (created[id] = ms));
    lastPerson = newest;
  };

  return {
    current() {
      refresh();
      return { version, stamp, actors, personLimit, actorLimit: personLimit + personless };
    },
    createdMs() {
      refresh();
      readCreated();
      return created;
    },
  };
}

/** Zeros in memory that other threads can share. */
function sharedWords(length: number): Uint32Array {
  return new Uint32Array(new SharedArrayBuffer(length * Uint32Array.BYTES_PER_ELEMENT));
}

function sharedNumbers(length: number): Float64Array {
  return new Float64Array(new SharedArrayBuffer(length * Float64Array.BYTES_PER_ELEMENT));
}

/**
 * Rows that are read as one text: parsing it costs a fifth of creating an object for each row (measured with 500,000).
 */
const CHUNK = 20_000;

/**
 * Shows pairs of numbers whose first number is an id.
 * @param pairs returns those of the ids after `fromId` and up to `toId` as JSON text, null if there are none
 */
function readPairs(pairs: Statement, fromId: number, toId: number, see: (id: number, number: number) => void): void {
  for (let id = fromId; id < toId; id += CHUNK) {
    const text = pairs.get(id, Math.min(toId, id + CHUNK)) as string | null;
    const list = text === null ? [] : (JSON.parse(text) as number[]);
    for (let index = 0; index < list.length; index += 2) see(list[index]!, list[index + 1]!);
  }
}
