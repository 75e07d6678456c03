import { grown } from "../../../base/grown.ts";
import { damagedTable, numbersFault, sound } from "../../../storage/index.ts";
import type { Db } from "../../../storage/index.ts";
import type { RowOf } from "../../../storage/index.ts";
import type { distinctIds } from "../../../storage/tables/index.ts";
import { createCreatedTimes } from "./created-times.ts";
import { newestId, readPairs } from "./read-pairs.ts";
import type { Pairs } from "./read-pairs.ts";
import { MAX_BEHIND, readStoredActors, storeActors } from "./stored-actors.ts";

/** The current actors of distinct ids, as numbers that index arrays. */
export interface People {
  /** Changes whenever a distinct id gets another actor; new ids do not change it. */
  version: number;
  /** While it is equal, nothing was written to the database. */
  stamp: string;
  /**
   * The actor of each distinct id, by ordinal: its person's id, or from `personLimit` on a number of its own if it is
   * personless; 0 = none.
   */
  actors: Uint32Array;
  /** Above every person's id. */
  personLimit: number;
  /** Above every actor. */
  actorLimit: number;
}

/**
 * Keeps distinct ids and persons in memory, in step with the database. Call it within the question's transaction.
 * Reading throws `corrupt` when a row is damaged, or lost.
 */
export interface PeopleStore {
  /** The people of all projects, which share the ordinals. */
  current(): People;
  /** Creation time of each person, epoch ms, by id. */
  createdMs(): Float64Array;
  /** Stores the creation times, in steps of some milliseconds, each a transaction of its own. */
  storeCreated(): Generator<void, void>;
  /**
   * Stores the actors for the next process that opens the file, if reading all rows would take long. Call it outside of
   * transactions.
   */
  store(): void;
}

/** Distinct ids from which actors are stored: reading fewer takes less than 15 ms. */
const LEAST_STORED = 50_000;

type StoredId = RowOf<typeof distinctIds, "id" | "person_id" | "is_personless">;

/** Opens the people of a database; they are read on first use. @param leastStored distinct ids from which `store` stores actors */
export function createPeople(db: Db, leastStored = LEAST_STORED): PeopleStore {
  let actors = sharedWords(0);
  let lastId = 0;
  let personLimit = 0;
  let personless = 0;
  const times = createCreatedTimes(db, leastStored);
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
    // Reserves 12.5 % and 1,024 more ids than persons: beyond that, all personless actors are renumbered. A larger
    // reserve slows scans.
    personLimit = Math.ceil(newestPerson * 1.125) + 1024;
    personless = 0;
    lastId = 0;
    actors = sharedWords(0);
  };

  /** Begins with the stored actors, if there are any; later changes and ids are read as usual. */
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
    const count = readPairs(ownersOfIds(db), { table: "distinct_ids", fromId: lastId, toId: newest }, (id, owner) => {
      place({ id, person_id: owner > 0 ? owner : null, is_personless: owner < 0 ? 1 : 0 });
    });
    // Damage can hide rows of the table; its smallest index has the right count.
    const indexed = db.sql<number>("SELECT count(*) FROM distinct_ids INDEXED BY distinct_ids_by_person").pluck();
    if (lastId === 0 && count !== indexed.get()) throw damagedTable("distinct_ids");
    lastId = newest;
  };

  const readChanges = () => {
    const changed = readChanged(db, seenChange, lastId);
    changed.forEach(place);
    if (changed.length > 0) version++;
  };

  const refresh = () => {
    // Nothing was written since, as usual for a dashboard.
    const now = `${String(db.sql("SELECT total_changes()").pluck().get())}:${String(db.sql("PRAGMA data_version").pluck().get())}`;
    if (now === stamp) return;
    const { oldest, newest } = readChangeRange(db);
    const newestPerson = newestId(db, "persons");
    if (stamp === "") takeStored();
    const isMissed = (oldest ?? 0) > seenChange + 1 || (newest ?? 0) < seenChange;
    if (version === 0 || isMissed || newestPerson >= personLimit) {
      readAll(newest ?? 0, newestPerson);
    } else {
      readChanges();
      seenChange = newest ?? 0;
    }
    readNewIds();
    stamp = now;
  };

  return {
    store() {
      // Only persons that a question has read can be stored.
      if (stored === null || lastId < leastStored) return;
      const behind = lastId - stored.lastId + (seenChange - stored.mark);
      if (behind <= lastId * MAX_BEHIND) return;
      if (storeActors(db, { mark: seenChange, lastId, personLimit, personless, actors }))
        stored = { lastId, mark: seenChange };
    },
    current() {
      refresh();
      return { version, stamp, actors, personLimit, actorLimit: personLimit + personless };
    },
    createdMs() {
      refresh();
      return times.current({ stamp, personLimit });
    },
    storeCreated: times.store,
  };
}

function ownersOfIds(db: Db) {
  return db.sql<Pairs>(
    `SELECT '[' || group_concat(id || ',' || coalesce(person_id, -is_personless)) || ']' AS list,
       min(id) FILTER (WHERE ${numbersFault("distinct_ids", "d")}) AS damaged
     FROM distinct_ids d WHERE id > ? AND id <= ?`,
  );
}

function readChangeRange(db: Db): { oldest: number | null; newest: number | null } {
  return db.sql("SELECT min(seq) AS oldest, max(seq) AS newest FROM identity_changes").get() as never;
}

function readChanged(db: Db, afterChange: number, untilId: number): StoredId[] {
  return db
    .sql<StoredId>(
      `SELECT DISTINCT c.distinct_id_id AS id, ${sound("distinct_ids", "d", "person_id")} AS person_id, d.is_personless
       FROM identity_changes c LEFT JOIN distinct_ids d ON d.id = c.distinct_id_id
       WHERE c.seq > ? AND c.distinct_id_id <= ?`,
    )
    .all(afterChange, untilId);
}

/** Zeros in memory that other threads can share. */
function sharedWords(length: number): Uint32Array {
  return new Uint32Array(new SharedArrayBuffer(length * Uint32Array.BYTES_PER_ELEMENT));
}
