import { grown } from "../../../base/grown.ts";
import { damagedRow, damagedTable, numbersFault, sound } from "../../../storage/index.ts";
import type { Db, SummedTable } from "../../../storage/index.ts";
import type { RowOf } from "../../../storage/index.ts";
import type { distinctIds } from "../../../storage/tables/index.ts";
import { readStoredActors, storeActors } from "./stored-actors.ts";

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

/**
 * Keeps distinct ids and persons in memory, in step with the database. Call it within the question's transaction. Both methods throw
 * `corrupt` when a row that they read is damaged, or lost.
 */
export interface PeopleStore {
  /** The people of all projects, which share the ordinals. */
  current(): People;
  /** Creation time of each person, epoch ms, by id. */
  createdMs(): Float64Array;
  /** Stores the actors for the next process that opens the file, where reading all rows would take long; outside of transactions. */
  store(): void;
}

/** Distinct ids from which actors are stored: reading as many rows takes 15 ms. Fewer are not worth a write. */
const LEAST_STORED = 50_000;

/** The share of ids that the stored actors may lack or have wrong, before they are stored again. A larger share slows the next opening. */
const MAX_BEHIND = 0.05;

type StoredId = RowOf<typeof distinctIds, "id" | "person_id" | "is_personless">;

/** Opens the people of a database; they are read on first use. @param leastStored distinct ids from which `store` stores actors */
export function createPeople(db: Db, leastStored = LEAST_STORED): PeopleStore {
  let actors = sharedWords(0);
  let lastId = 0;
  let personLimit = 0;
  let personless = 0;
  let created = sharedNumbers(0);
  let lastPerson = 0;
  let seenChange = 0;
  let stamp = "";
  let version = 0;
  /** The newest id and the newest change of the stored actors; null = not known yet. */
  let stored: { lastId: number; mark: number } | null = null;

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

  /** Begins with the stored actors, unless there are none: the changes and new ids since then are read like any. */
  const takeStored = () => {
    const found = readStoredActors(db);
    stored = { lastId: found?.lastId ?? 0, mark: found?.mark ?? 0 };
    if (found === null) return;
    ({ lastId, personLimit, personless, mark: seenChange } = found);
    actors = sharedWords(Math.ceil(lastId * 1.2) + 1024);
    actors.set(found.actors);
    version++;
  };

  const readNewIds = () => {
    const newest = newestId(db, "distinct_ids");
    if (newest >= actors.length) actors = grown(actors, sharedWords(Math.ceil(newest * 1.2) + 1024));
    const pairs = db.sql<Pairs>(
      `SELECT '[' || group_concat(id || ',' || coalesce(person_id, -is_personless)) || ']' AS list,
             min(id) FILTER (WHERE ${numbersFault("distinct_ids", "d")}) AS damaged
           FROM distinct_ids d WHERE id > ? AND id <= ?`,
    );
    const count = readPairs(pairs, { table: "distinct_ids", fromId: lastId, toId: newest }, (id, owner) => {
      place({ id, person_id: owner > 0 ? owner : null, is_personless: owner < 0 ? 1 : 0 });
    });
    // Damage can hide rows of the table; its smallest index has as many.
    const indexed = db.sql<number>("SELECT count(*) FROM distinct_ids INDEXED BY distinct_ids_by_person").pluck();
    if (lastId === 0 && count !== indexed.get()) throw damagedTable("distinct_ids");
    lastId = newest;
  };

  const readChanges = () => {
    const rows = db
      .sql<StoredId>(
        `SELECT DISTINCT c.distinct_id_id AS id, ${sound("distinct_ids", "d", "person_id")} AS person_id, d.is_personless
           FROM identity_changes c LEFT JOIN distinct_ids d ON d.id = c.distinct_id_id
          WHERE c.seq > ? AND c.distinct_id_id <= ?`,
      )
      .all(seenChange, lastId);
    for (const row of rows) place(row);
    if (rows.length > 0) version++;
    if (created.length === 0) return;
    const persons = db
      .sql<{ id: number; ms: number }>(
        `SELECT p.id, ${sound("persons", "p", "created_at")} AS ms FROM identity_changes c JOIN persons p ON p.id = c.person_id WHERE c.seq > ?`,
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
    const newestPerson = newestId(db, "persons");
    if (stamp === "") takeStored();
    const isMissed = (oldest ?? 0) > seenChange + 1 || (newest ?? 0) < seenChange;
    if (version === 0 || isMissed || newestPerson >= personLimit) {
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
    const newest = newestId(db, "persons");
    const pairs = db.sql<Pairs>(
      `SELECT '[' || group_concat(id || ',' || created_at) || ']' AS list,
           min(id) FILTER (WHERE ${numbersFault("persons", "p")}) AS damaged
         FROM persons p WHERE id > ? AND id <= ?`,
    );
    readPairs(pairs, { table: "persons", fromId: lastPerson, toId: newest }, (id, ms) => void (created[id] = ms));
    lastPerson = newest;
  };

  return {
    store() {
      // A question reads them first.
      if (stored === null || lastId < leastStored) return;
      const behind = lastId - stored.lastId + (seenChange - stored.mark);
      if (behind <= lastId * MAX_BEHIND) return;
      const isStored = storeActors(db, { mark: seenChange, lastId, personLimit, personless, actors });
      if (isStored) stored = { lastId, mark: seenChange };
    },
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

/** The largest id of a table; 0 = it is empty. @throws corrupt when that row is damaged: its id may be any number */
function newestId(db: Db, table: SummedTable): number {
  const row = db
    .sql<{ id: number; fault: number }>(
      `SELECT t.id, ${numbersFault(table, "t")} AS fault FROM ${table} t NOT INDEXED ORDER BY t.id DESC LIMIT 1`,
    )
    .get();
  if (row?.fault === 1) throw damagedRow(table, row.id);
  return row?.id ?? 0;
}

/** Pairs of numbers of some rows as JSON text, null if there are none; and the first row that is damaged. */
interface Pairs {
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
 * Shows pairs of numbers whose first number is an id.
 * @param pairs reads the rows of the ids after one and up to another
 * @returns the number of rows
 * @throws corrupt naming a damaged row
 */
function readPairs(
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
      // Damage can show a row twice, in the place of another.
      if (list[index]! <= last) throw damagedTable(table);
      last = list[index]!;
      see(last, list[index + 1]!);
    }
    count += list.length / 2;
  }
  return count;
}
