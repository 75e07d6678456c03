import { parseStored, sound, textsSum, toJson } from "../../storage/index.ts";
import type { Db } from "../../storage/index.ts";
import { freeUuid } from "./free-uuid.ts";
import type { Person, Properties } from "./person.ts";
import { RecentMap } from "./recent-map.ts";
import type { RowOf } from "../../storage/index.ts";
import type { distinctIds } from "../../storage/tables/index.ts";

/** A known distinct id: its ordinal, and the person that claims it (null = none). */
export interface KnownId {
  readonly ordinal: number;
  personId: number | null;
  /** Seen on a personless event. */
  isPersonless: boolean;
  /** An upper bound of the person's creation; undefined = not read since the claim. */
  createdMs: number | undefined;
}

interface NewPerson {
  projectId: number;
  /** The founding distinct id, which decides the UUID. */
  founder: string;
  properties: Properties;
  isIdentified: boolean;
  createdAtMs: number;
}

// Cached distinct ids (about 200 bytes each) and persons (a few hundred bytes), in each of two generations.
const CACHED = { ids: 50_000, persons: 20_000 };

/**
 * Distinct ids and persons as the current transaction sees them, through a bounded cache.
 *
 * Invariant: an entry equals its row, except persons marked by `change`, which `flush` writes once per transaction.
 * Cleared on rollback and after another process's commit. Write inside `write(db, …)`, and `flush` before its end.
 */
export class IdentityMap {
  readonly #db: Db;
  readonly #cachedIds: number;
  /** Ids by project, then by text: the texts come from the request, so a look-up need not build a key. */
  readonly #ids = new Map<number, RecentMap<string, KnownId>>();
  readonly #persons: RecentMap<number, Person>;
  readonly #changed = new Map<number, Person>();

  /** @param cached least number of cached distinct ids of each project, and of cached persons of all projects */
  constructor(db: Db, cached: { ids: number; persons: number } = CACHED) {
    this.#db = db;
    this.#cachedIds = cached.ids;
    this.#persons = new RecentMap(cached.persons);
    db.onStale(() => {
      this.#ids.clear();
      this.#persons.clear();
      this.#changed.clear();
    });
  }

  /** The entry of a distinct id; undefined = never seen. */
  find(projectId: number, distinctId: string): KnownId | undefined {
    const ids = this.#idsOf(projectId);
    const cached = ids.get(distinctId);
    if (cached !== undefined) return cached;
    const row = this.#db
      .sql<RowOf<typeof distinctIds, "id" | "person_id" | "is_personless">>(
        `SELECT id, ${sound("distinct_ids", "d", "person_id")} AS person_id, is_personless
         FROM distinct_ids d WHERE project_id = ? AND distinct_id = ?`,
      )
      .get(projectId, distinctId);
    if (row === undefined) return undefined;
    const isPersonless = row.is_personless === 1;
    const known = { ordinal: row.id, personId: row.person_id, isPersonless, createdMs: undefined };
    ids.set(distinctId, known);
    return known;
  }

  /** The person that claims a distinct id; undefined = none. */
  findPerson(projectId: number, distinctId: string): Person | undefined {
    const known = this.find(projectId, distinctId);
    return known === undefined || known.personId === null ? undefined : this.person(known.personId);
  }

  /** The person with this primary key, which must exist. */
  person(id: number): Person {
    const cached = this.#changed.get(id) ?? this.#persons.get(id);
    if (cached !== undefined) return cached;
    const row = this.#db
      .sql(
        `SELECT project_id, uuid, ${sound("persons", "p", "properties")} AS properties, is_identified, version, created_at
         FROM persons p WHERE id = ?`,
      )
      .get(id) as PersonRow;
    const person = toPerson(id, row);
    this.#persons.set(id, person);
    return person;
  }

  /** The time at which the person with this primary key, which must exist, was created. */
  createdMs(id: number): number {
    const cached = this.#changed.get(id) ?? this.#persons.get(id);
    if (cached !== undefined) return cached.createdAtMs;
    return this.#db.sql<number>("SELECT created_at FROM persons WHERE id = ?").pluck().get(id) ?? 0;
  }

  /** `isPersonless` makes it an actor of its own. */
  note(projectId: number, distinctId: string, isPersonless: boolean): KnownId {
    const known = this.find(projectId, distinctId);
    if (known === undefined) return this.#insertId(projectId, distinctId, null, isPersonless);
    if (isPersonless && !known.isPersonless) {
      known.isPersonless = true;
      this.#db.sql("UPDATE distinct_ids SET is_personless = 1 WHERE id = ?").run(known.ordinal);
    }
    return known;
  }

  /** The id may be new. */
  claim(distinctId: string, person: Person): void {
    const known = this.find(person.projectId, distinctId);
    if (known === undefined) {
      this.#insertId(person.projectId, distinctId, person.id, false);
      return;
    }
    known.personId = person.id;
    known.createdMs = undefined;
    this.#db.sql("UPDATE distinct_ids SET person_id = ? WHERE id = ?").run(person.id, known.ordinal);
  }

  /** Version 0, without distinct ids. */
  create(input: NewPerson): Person {
    const uuid = freeUuid(this.#db, input.projectId, input.founder);
    const properties = toJson(input.properties);
    const { lastInsertRowid } = this.#db
      .sql(
        `INSERT INTO persons (project_id, uuid, properties, is_identified, version, created_at, text_sum)
         VALUES (?, ?, ?, ?, 0, ?, ?)`,
      )
      .run(
        input.projectId,
        uuid,
        properties,
        input.isIdentified ? 1 : 0,
        input.createdAtMs,
        textsSum(uuid, properties),
      );
    const person: Person = {
      id: Number(lastInsertRowid),
      projectId: input.projectId,
      uuid,
      properties: input.properties,
      isIdentified: input.isIdentified,
      version: 0,
      createdAtMs: input.createdAtMs,
    };
    this.#persons.set(person.id, person);
    return person;
  }

  /** Marks a person whose fields were assigned, so that `flush` writes its row. */
  change(person: Person): void {
    this.#changed.set(person.id, person);
  }

  /** Moves all data of `from` to `into` and deletes `from`. */
  absorb(from: Person, into: Person): void {
    const moved = this.#db.sql<string>("SELECT distinct_id FROM distinct_ids WHERE person_id = ?").pluck().all(from.id);
    for (const distinctId of moved) {
      const cached = this.#idsOf(from.projectId).get(distinctId);
      if (cached !== undefined) cached.personId = into.id;
    }
    this.#db.sql("UPDATE distinct_ids SET person_id = ? WHERE person_id = ?").run(into.id, from.id);
    this.#db.sql("UPDATE OR IGNORE cohort_members SET person_id = ? WHERE person_id = ?").run(into.id, from.id);
    this.#db.sql("DELETE FROM cohort_members WHERE person_id = ?").run(from.id);
    this.#db.sql("UPDATE OR IGNORE flag_ids SET person_id = ? WHERE person_id = ?").run(into.id, from.id);
    this.#db.sql("DELETE FROM flag_ids WHERE person_id = ?").run(from.id);
    this.#db.sql("DELETE FROM persons WHERE id = ?").run(from.id);
    this.#persons.delete(from.id);
    this.#changed.delete(from.id);
  }

  /** Keeps the person's distinct ids without an owner, since events carry the ids' ordinals. */
  remove(person: Person): void {
    const owned = this.#db.sql("SELECT distinct_id FROM distinct_ids WHERE person_id = ?").pluck().all(person.id);
    for (const distinctId of owned as string[]) {
      const cached = this.#idsOf(person.projectId).get(distinctId);
      if (cached === undefined) continue;
      cached.personId = null;
      cached.isPersonless = false;
    }
    this.#db.sql("UPDATE distinct_ids SET person_id = NULL, is_personless = 0 WHERE person_id = ?").run(person.id);
    this.#db.sql("DELETE FROM cohort_members WHERE person_id = ?").run(person.id);
    this.#db.sql("DELETE FROM flag_ids WHERE person_id = ?").run(person.id);
    this.#db.sql("DELETE FROM persons WHERE id = ?").run(person.id);
    this.#persons.delete(person.id);
    this.#changed.delete(person.id);
  }

  flush(): void {
    for (const person of this.#changed.values()) {
      this.#update(person);
      this.#persons.set(person.id, person);
    }
    this.#changed.clear();
  }

  /**
   * Only a merge or an earlier event changes `created_at`; naming it always would update its index and run its trigger.
   */
  #update({ id, uuid, properties, isIdentified, version, createdAtMs }: Person): void {
    const text = toJson(properties);
    const fields = [text, textsSum(uuid, text), isIdentified ? 1 : 0, version] as const;
    const { changes } = this.#db
      .sql(
        "UPDATE persons SET properties = ?, text_sum = ?, is_identified = ?, version = ? WHERE id = ? AND created_at = ?",
      )
      .run(...fields, id, createdAtMs);
    if (changes > 0) return;
    this.#db
      .sql(
        "UPDATE persons SET properties = ?, text_sum = ?, is_identified = ?, version = ?, created_at = ? WHERE id = ?",
      )
      .run(...fields, createdAtMs, id);
  }

  #insertId(projectId: number, distinctId: string, personId: number | null, isPersonless: boolean): KnownId {
    const { lastInsertRowid } = this.#db
      .sql(
        "INSERT INTO distinct_ids (project_id, distinct_id, person_id, is_personless, text_sum) VALUES (?, ?, ?, ?, ?)",
      )
      .run(projectId, distinctId, personId, isPersonless ? 1 : 0, textsSum(distinctId));
    const known = { ordinal: Number(lastInsertRowid), personId, isPersonless, createdMs: undefined };
    this.#idsOf(projectId).set(distinctId, known);
    return known;
  }

  #idsOf(projectId: number): RecentMap<string, KnownId> {
    let ids = this.#ids.get(projectId);
    if (ids === undefined) {
      ids = new RecentMap(this.#cachedIds);
      this.#ids.set(projectId, ids);
    }
    return ids;
  }
}

interface PersonRow {
  project_id: number;
  uuid: string;
  properties: string;
  is_identified: number;
  version: number;
  created_at: number;
}

function toPerson(id: number, row: PersonRow): Person {
  return {
    id,
    projectId: row.project_id,
    uuid: row.uuid,
    properties: parseStored<Properties>("person", id, row.properties),
    isIdentified: row.is_identified === 1,
    version: row.version,
    createdAtMs: row.created_at,
  };
}
