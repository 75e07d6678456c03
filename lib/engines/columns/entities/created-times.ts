import { grown } from "../../../base/grown.ts";
import { numbersFault, sound } from "../../../storage/index.ts";
import type { Db } from "../../../storage/index.ts";
import { CHUNK, newestId, readPairs } from "./read-pairs.ts";
import type { Pairs } from "./read-pairs.ts";
import { MAX_BEHIND, readCreated, readCreatedHead, storeCreated } from "./stored-actors.ts";

/** When persons were created, kept in memory in step with the database. */
export interface CreatedTimes {
  /**
   * Epoch ms of each person below `personLimit`, by id; call it within the question's transaction.
   * @param stamp as in `People`
   * @throws corrupt when a row that it reads is damaged
   */
  current(people: { stamp: string; personLimit: number }): Float64Array;
  /**
   * Stores the times for the next process that opens the file, unless the stored times lack little: rows of 500,000
   * persons take 150 ms, stored times 3. In steps of some milliseconds, each a transaction of its own.
   */
  store(): Generator<void, void>;
}

/** Opens the times of a database; they are read on first use. @param leastStored persons from which they are stored */
export function createCreatedTimes(db: Db, leastStored: number): CreatedTimes {
  let created = sharedNumbers(0);
  /** The last person whose time was read. */
  let lastPerson = 0;
  /** The last change of a person that the times know. */
  let mark = 0;
  let seen = "";

  const forget = () => {
    created = sharedNumbers(0);
    lastPerson = 0;
    seen = "";
  };

  const takeStored = (oldestChange: number) => {
    const found = readCreated(db);
    if (found === null || oldestChange > found.mark + 1) return;
    ({ lastId: lastPerson, mark } = found);
    created = grown(found.times, sharedNumbers(lastPerson + 1));
  };

  const readChanges = () => {
    const rows = db
      .sql<{ id: number; ms: number }>(
        `SELECT p.id, ${sound("persons", "p", "created_at")} AS ms FROM identity_changes c JOIN persons p ON p.id = c.person_id
          WHERE c.seq > ? AND p.id <= ?`,
      )
      .all(mark, lastPerson);
    for (const { id, ms } of rows) created[id] = ms;
  };

  /** Reads what has changed, and some new persons. @returns the number of persons that are left */
  const advance = (most: number): number => {
    const { oldest, newest } = db
      .sql("SELECT coalesce(min(seq), 0) AS oldest, coalesce(max(seq), 0) AS newest FROM identity_changes")
      .get() as { oldest: number; newest: number };
    if (lastPerson > 0 && (oldest > mark + 1 || newest < mark)) forget();
    if (lastPerson === 0) takeStored(oldest);
    if (lastPerson > 0) readChanges();
    mark = newest;
    const newestPerson = newestId(db, "persons");
    const until = Math.min(newestPerson, lastPerson + most);
    if (newestPerson >= created.length) created = grown(created, sharedNumbers(Math.ceil(newestPerson * 1.125) + 1024));
    const pairs = db.sql<Pairs>(
      `SELECT '[' || group_concat(id || ',' || created_at) || ']' AS list,
           min(id) FILTER (WHERE ${numbersFault("persons", "p")}) AS damaged
         FROM persons p WHERE id > ? AND id <= ?`,
    );
    readPairs(pairs, { table: "persons", fromId: lastPerson, toId: until }, (id, ms) => void (created[id] = ms));
    lastPerson = until;
    return newestPerson - until;
  };

  const inTransaction = <T>(run: () => T): T => db.sqlite.transaction(run).deferred();

  return {
    current({ stamp, personLimit }) {
      if (stamp !== seen) {
        advance(Infinity);
        seen = stamp;
      }
      if (created.length < personLimit) created = grown(created, sharedNumbers(personLimit));
      return created;
    },
    *store() {
      const isBehind = inTransaction(() => {
        const newest = newestId(db, "persons");
        const head = readCreatedHead(db);
        const change = db.sql<number>("SELECT coalesce(max(seq), 0) FROM identity_changes").pluck().get() ?? 0;
        return newest >= leastStored && newest - head.lastId + Math.abs(change - head.mark) > newest * MAX_BEHIND;
      });
      if (!isBehind) return;
      const wereThere = lastPerson > 0;
      // Makes the next question read the persons that this run leaves.
      seen = "";
      while (inTransaction(() => advance(CHUNK)) > 0) yield;
      yield;
      storeCreated(db, { mark, lastId: lastPerson, times: created });
      // Most questions do not need the times.
      if (!wereThere) forget();
    },
  };
}

function sharedNumbers(length: number): Float64Array {
  return new Float64Array(new SharedArrayBuffer(length * Float64Array.BYTES_PER_ELEMENT));
}
