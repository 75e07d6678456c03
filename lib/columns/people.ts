import type { Db } from "../storage/index.ts";

/** Who events belong to now, as numbers that arrays are indexed by. */
export interface People {
  /**
   * The actor of each distinct id, by its ordinal: the id of its person; a personless one that no person claims has a number
   * of its own, from `personLimit` on; 0 = nobody.
   */
  actors: Uint32Array;
  /** Every person's id is below. */
  personLimit: number;
  /** Every actor is below. */
  actorLimit: number;
}

/** Keeps distinct ids and persons in memory, in step with the database. Call it within the question's transaction. */
export interface PeopleStore {
  /** The people of all projects: ordinals are theirs together. */
  current(): People;
  /** When each person was created, epoch ms, by id. */
  createdMs(): Float64Array;
}

interface StoredId {
  id: number;
  person_id: number | null;
  is_personless: number;
}

/** Opens the people of a database; they are read when first asked for. */
export function createPeople(db: Db): PeopleStore {
  let actors = new Uint32Array(0);
  let lastId = 0;
  let personLimit = 0;
  let personless = 0;
  let created = new Float64Array(0);
  let lastPerson = 0;
  let seenChange = 0;
  let stamp = "";

  const place = ({ id, person_id: personId, is_personless: isPersonless }: StoredId) => {
    // A number is taken anew when an id becomes personless again: numbers of the past are just not used.
    actors[id] = personId ?? (isPersonless ? personLimit + personless++ : 0);
  };

  const readAll = (newestChange: number, newestPerson: number) => {
    seenChange = newestChange;
    // Room for persons to come: beyond it every personless number has to move.
    personLimit = Math.ceil(newestPerson * 1.5) + 1024;
    personless = 0;
    lastId = 0;
    lastPerson = 0;
    actors = new Uint32Array(0);
  };

  const readNewIds = () => {
    const newest = Number(db.sql("SELECT max(id) FROM distinct_ids").pluck().get() ?? 0);
    if (newest >= actors.length) actors = grown(actors, new Uint32Array(Math.ceil(newest * 1.2) + 1024));
    const rows = db.sql("SELECT id, person_id, is_personless FROM distinct_ids WHERE id > ?").iterate(lastId);
    for (const row of rows as IterableIterator<StoredId>) place(row);
    lastId = newest;
  };

  const readChanges = () => {
    const rows = db
      .sql(
        `SELECT DISTINCT c.distinct_id_id AS id, d.person_id, d.is_personless
           FROM identity_changes c LEFT JOIN distinct_ids d ON d.id = c.distinct_id_id
          WHERE c.seq > ? AND c.distinct_id_id <= ?`,
      )
      .all(seenChange, lastId) as StoredId[];
    for (const row of rows) place(row);
    if (created.length === 0) return;
    const persons = db
      .sql(
        `SELECT p.id, p.created_at AS ms FROM identity_changes c JOIN persons p ON p.id = c.person_id WHERE c.seq > ?`,
      )
      .all(seenChange) as { id: number; ms: number }[];
    for (const { id, ms } of persons) if (id < created.length) created[id] = ms;
  };

  const refresh = () => {
    // Nothing at all was written by anybody since: the common case of a dashboard.
    const now = `${String(db.sql("SELECT total_changes()").pluck().get())}:${String(db.sql("PRAGMA data_version").pluck().get())}`;
    if (now === stamp) return;
    const range = db.sql("SELECT min(seq) AS oldest, max(seq) AS newest FROM identity_changes").get();
    const { oldest, newest } = range as { oldest: number | null; newest: number | null };
    const newestPerson = Number(db.sql("SELECT max(id) FROM persons").pluck().get() ?? 0);
    const isMissed = (oldest ?? 0) > seenChange + 1 || (newest ?? 0) < seenChange;
    if (stamp === "" || isMissed || newestPerson >= personLimit) {
      readAll(newest ?? 0, newestPerson);
      created = new Float64Array(0);
    } else {
      readChanges();
      seenChange = newest ?? 0;
    }
    readNewIds();
    stamp = now;
  };

  const readCreated = () => {
    if (created.length < personLimit) created = grown(created, new Float64Array(personLimit));
    const rows = db.sql("SELECT id, created_at FROM persons WHERE id > ?").raw(true).iterate(lastPerson);
    for (const [id, ms] of rows as IterableIterator<[number, number]>) {
      created[id] = ms;
      lastPerson = id;
    }
  };

  return {
    current() {
      refresh();
      return { actors, personLimit, actorLimit: personLimit + personless };
    },
    createdMs() {
      refresh();
      readCreated();
      return created;
    },
  };
}

function grown<T extends Uint32Array | Float64Array>(from: T, into: T): T {
  into.set(from);
  return into;
}
