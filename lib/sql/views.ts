import type { Reader } from "./reader.ts";

/** Columns by name, each with its type in answers. */
type Columns = Record<string, ColumnType>;
export type ColumnType = "UUID" | "String" | "Nullable(String)" | "DateTime" | "Int64" | "Nullable(Int64)" | "Bool";

interface View {
  columns: Columns;
  /** Selects the columns in the same order, for one project. Base tables are always named with `main.`. */
  select(projectId: number): string;
}

// ISO text of a fixed width: it sorts like the instants, and SQLite's date functions read it.
const iso = (column: string) => `strftime('%Y-%m-%dT%H:%M:%fZ', ${column} / 1000.0, 'unixepoch')`;

const dashed = (hex: string) =>
  `lower(${[1, 9, 13, 17, 21].map((from, part) => `substr(${hex}, ${from}, ${[8, 4, 4, 4, 12][part]})`).join(" || '-' || ")})`;

const DISTINCT_IDS = `(SELECT json_group_array(distinct_id) FROM
  (SELECT distinct_id FROM main.distinct_ids WHERE person_id = p.id ORDER BY id))`;

/**
 * Everything that a query can see: the name, the columns and the SQL of each view. Instants are ISO text in UTC with
 * milliseconds, JSON is text, ids of persons are UUIDs.
 *
 * Where possible, values of other tables are looked up by key for each column instead of joined: the planner cannot
 * reverse that, so every plan begins with rows of the project, and `count(*)` looks up nothing.
 */
export const VIEWS: Readonly<Record<string, View>> = {
  /** `id` and `uuid` are the same; `name` as on person records; `distinct_ids` a JSON list in the order of arrival. */
  persons: {
    columns: {
      id: "UUID",
      uuid: "UUID",
      created_at: "DateTime",
      properties: "String",
      is_identified: "Bool",
      name: "String",
      distinct_ids: "String",
    },
    select: (projectId) => `SELECT p.uuid, p.uuid, ${iso("p.created_at")}, p.properties, p.is_identified,
      hoglet_person_name(p.id, p.properties, ${DISTINCT_IDS}), ${DISTINCT_IDS}
      FROM main.persons p WHERE p.project_id = ${projectId}`,
  },
  /** Only distinct ids that a person has. */
  person_distinct_ids: {
    columns: { distinct_id: "String", person_id: "UUID" },
    // A real join, so that SQLite can start from either side's index; each side has its own condition on the project.
    select: (projectId) => `SELECT d.distinct_id, p.uuid
      FROM main.distinct_ids d JOIN main.persons p ON p.id = d.person_id
      WHERE d.project_id = ${projectId} AND p.project_id = ${projectId}`,
  },
  /** `person_id` as on event records: the person that the distinct id belongs to now. */
  events: {
    columns: {
      uuid: "UUID",
      event: "String",
      distinct_id: "String",
      person_id: "UUID",
      timestamp: "DateTime",
      properties: "String",
    },
    select: (projectId) => `SELECT ${dashed("hex(e.uuid)")},
      (SELECT name FROM main.event_names WHERE id = e.event_name_id),
      (SELECT distinct_id FROM main.distinct_ids WHERE id = e.distinct_id_id),
      (SELECT coalesce(p.uuid, CASE d.is_personless WHEN 1 THEN hoglet_person_uuid(d.distinct_id) END)
        FROM main.distinct_ids d LEFT JOIN main.persons p ON p.id = d.person_id WHERE d.id = e.distinct_id_id),
      ${iso("e.timestamp")}, e.properties
      FROM main.events e WHERE e.project_id = ${projectId}`,
  },
  cohorts: {
    columns: {
      id: "Int64",
      name: "String",
      description: "String",
      is_static: "Bool",
      count: "Nullable(Int64)",
      created_at: "DateTime",
    },
    select: (projectId) => `SELECT c.id, c.name, c.description, c.is_static, c.count, ${iso("c.created_at")}
      FROM main.cohorts c WHERE c.project_id = ${projectId} AND c.deleted = 0`,
  },
  /**
   * Members as stored; for a cohort that is not static, those of its last calculation. They are found only through the
   * cohort, since the rows of membership name no project.
   */
  cohort_people: {
    columns: { cohort_id: "Int64", person_id: "UUID" },
    select: (projectId) => `SELECT m.cohort_id, p.uuid
      FROM main.cohorts c CROSS JOIN main.cohort_members m ON m.cohort_id = c.id CROSS JOIN main.persons p ON p.id = m.person_id
      WHERE c.project_id = ${projectId} AND c.deleted = 0`,
  },
  groups: {
    columns: {
      group_type_index: "Int64",
      group_type: "Nullable(String)",
      group_key: "String",
      properties: "String",
      created_at: "DateTime",
    },
    select: (projectId) => `SELECT g.group_type_index,
      (SELECT group_type FROM main.group_types WHERE project_id = ${projectId} AND group_type_index = g.group_type_index),
      g.group_key, g.properties, ${iso("g.created_at")}
      FROM main.groups g WHERE g.project_id = ${projectId}`,
  },
};

/** The tables behind the views. */
export const BASE_TABLES = [
  "persons",
  "distinct_ids",
  "events",
  "event_names",
  "cohorts",
  "cohort_members",
  "groups",
  "group_types",
];

/** Creates the views of one project on a connection, and drops those of another. */
export function createViews(db: Reader, projectId: number): void {
  for (const [name, { columns, select }] of Object.entries(VIEWS)) {
    db.exec(`DROP VIEW IF EXISTS temp.${name}`);
    db.exec(`CREATE TEMP VIEW ${name} (${Object.keys(columns).join(", ")}) AS ${select(projectId)}`);
  }
}

/** Creates empty tables of the same names and columns in an empty database; see `guard.ts`. */
export function createMirror(db: Reader): void {
  for (const [name, { columns }] of Object.entries(VIEWS)) {
    db.exec(`CREATE TEMP TABLE ${name} (${Object.keys(columns).join(", ")})`);
  }
}
