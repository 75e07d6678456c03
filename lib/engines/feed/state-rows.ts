import type { DistinctIdEntry, GroupEntry, MemberEntry, PersonEntry, StateEntry } from "../../port/feed.ts";
import { sound } from "../../storage/index.ts";
import type { Db, RowOf } from "../../storage/index.ts";
import type { distinctIds, groups, persons } from "../../storage/tables/index.ts";

/** The key of a row: of a membership the cohort and the person, else the id and 0. */
export type StateKey = readonly [id: number, otherId: number];

/** A changed row, or a row of the start (`at` 0). */
export interface StateKeyed {
  projectId: number;
  at: number;
  key: StateKey;
}

interface StateTable {
  /** The row as it is now. */
  read(db: Db, keyed: StateKeyed): StateEntry;
  /** 0 = empty, or memberships, which are not counted. */
  lastId(db: Db): number;
  /** The keys of up to `limit` rows after a key, ascending. */
  keysAfter(db: Db, after: StateKey, limit: number): StateKeyed[];
}

type KeyRow = { project: number; id: number; other_id: number };

const toKeyed = ({ project, id, other_id }: KeyRow): StateKeyed => ({ projectId: project, at: 0, key: [id, other_id] });

function lastIdOf(table: "persons" | "distinct_ids" | "groups"): StateTable["lastId"] {
  return (db) => db.sql<number>(`SELECT coalesce(max(id), 0) FROM ${table}`).pluck().get() ?? 0;
}

/** How each kind of row is read. Its order is that of the start: rows come after the rows that they name. */
export const STATE_TABLES: Readonly<Record<StateEntry["kind"], StateTable>> = {
  person: {
    lastId: lastIdOf("persons"),
    read: (db, { projectId, at, key: [id] }): PersonEntry => {
      const row = db
        .sql<RowOf<typeof persons, "uuid" | "properties" | "is_identified" | "created_at">>(
          `SELECT uuid, ${sound("persons", "p", "properties")} AS properties, is_identified, created_at FROM persons p WHERE id = ?`,
        )
        .get(id);
      const now = row && {
        uuid: row.uuid,
        properties: row.properties,
        isIdentified: row.is_identified === 1,
        createdMs: row.created_at,
      };
      return { kind: "person", projectId, at, id, now: now ?? null };
    },
    keysAfter: (db, [after], limit) =>
      db
        .sql<KeyRow>(
          "SELECT project_id AS project, id, 0 AS other_id FROM persons NOT INDEXED WHERE id > ? ORDER BY id LIMIT ?",
        )
        .all(after, limit)
        .map(toKeyed),
  },
  "distinct-id": {
    lastId: lastIdOf("distinct_ids"),
    read: (db, { projectId, at, key: [id] }): DistinctIdEntry => {
      const row = db
        .sql<RowOf<typeof distinctIds, "distinct_id" | "person_id" | "is_personless">>(
          `SELECT ${sound("distinct_ids", "d", "distinct_id")} AS distinct_id, person_id, is_personless FROM distinct_ids d WHERE id = ?`,
        )
        .get(id);
      const now = row && {
        distinctId: row.distinct_id,
        personId: row.person_id,
        isPersonless: row.is_personless === 1,
      };
      return { kind: "distinct-id", projectId, at, id, now: now ?? null };
    },
    keysAfter: (db, [after], limit) =>
      db
        .sql<KeyRow>(
          "SELECT project_id AS project, id, 0 AS other_id FROM distinct_ids NOT INDEXED WHERE id > ? ORDER BY id LIMIT ?",
        )
        .all(after, limit)
        .map(toKeyed),
  },
  group: {
    lastId: lastIdOf("groups"),
    read: (db, { projectId, at, key: [id] }): GroupEntry => {
      const row = db
        .sql<RowOf<typeof groups, "group_type_index" | "group_key" | "properties" | "created_at">>(
          `SELECT group_type_index, group_key, ${sound("groups", "g", "properties")} AS properties, created_at FROM groups g WHERE id = ?`,
        )
        .get(id);
      const now = row && {
        groupTypeIndex: row.group_type_index,
        key: row.group_key,
        properties: row.properties,
        createdMs: row.created_at,
      };
      return { kind: "group", projectId, at, id, now: now ?? null };
    },
    keysAfter: (db, [after], limit) =>
      db
        .sql<KeyRow>(
          "SELECT project_id AS project, id, 0 AS other_id FROM groups NOT INDEXED WHERE id > ? ORDER BY id LIMIT ?",
        )
        .all(after, limit)
        .map(toKeyed),
  },
  member: {
    lastId: () => 0,
    read: (db, { projectId, at, key: [cohortId, personId] }): MemberEntry => {
      const row = db.sql("SELECT 1 FROM cohort_members WHERE cohort_id = ? AND person_id = ?").get(cohortId, personId);
      return { kind: "member", projectId, at, cohortId, personId, isMember: row !== undefined };
    },
    // CROSS JOIN makes SQLite walk the primary key of `cohort_members`, the order of pages.
    keysAfter: (db, after, limit) =>
      db
        .sql<KeyRow>(
          `SELECT c.project_id AS project, m.cohort_id AS id, m.person_id AS other_id
           FROM cohort_members m CROSS JOIN cohorts c ON c.id = m.cohort_id
           WHERE (m.cohort_id, m.person_id) > (?, ?) ORDER BY m.cohort_id, m.person_id LIMIT ?`,
        )
        .all(...after, limit)
        .map(toKeyed),
  },
};

/** The kind that the start reads first. */
export const START_KIND: StateEntry["kind"] = "person";

/** Undefined = that was the last. */
export function kindAfter(kind: StateEntry["kind"]): StateEntry["kind"] | undefined {
  const kinds = Object.keys(STATE_TABLES) as StateEntry["kind"][];
  return kinds[kinds.indexOf(kind) + 1];
}
