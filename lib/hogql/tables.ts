import {
  arrayOf,
  BOOL,
  CREATED_AT,
  DATETIME64,
  INT64,
  JSON_TEXT,
  nullable,
  STRING,
  UINT64,
  UINT8,
  UUID,
} from "./compile/type.ts";
import type { Type } from "./compile/type.ts";
import { SESSION_COLUMNS, selectSessions } from "./session-table.ts";
import type { Reader } from "./reader.ts";
import { LOG_VIEWS } from "../log/index.ts";
import type { HourRange } from "../log/index.ts";

export interface Table {
  columns: Readonly<Record<string, Type>>;
  /** Columns that `*` leaves out. */
  hidden: readonly string[];
  /** Rows that a dot reaches: person, session, groups. */
  relations: readonly Relation[];
  /**
   * Selects the columns, in their order, for one project. Base tables are named with `main.`.
   * @param hours only events of these. @default all
   */
  select(projectId: number, hours?: HourRange): string;
}

export type Relation = "person" | "session" | "group";

const DISTINCT_IDS = `(SELECT json_group_array(distinct_id) FROM
  (SELECT distinct_id FROM main.distinct_ids WHERE person_id = p.id ORDER BY id))`;

const GROUP_INDEXES = [0, 1, 2, 3, 4];
const OPTIONAL = nullable(STRING);

const property = (key: string) => `e.properties ->> '$."${key}"'`;

/** Columns that are parts of `elements_chain`: the first link, all texts, ids, and names of important tags. */
const OF_CHAIN = {
  elements_chain_href: STRING,
  elements_chain_texts: arrayOf(STRING),
  elements_chain_ids: arrayOf(STRING),
  elements_chain_elements: arrayOf(STRING),
};

/**
 * SQL of a part of an elements chain.
 * @param chain SQL of the whole chain
 */
export function chainPart(name: string, chain: string): string {
  return `hog_elementspart(${chain}, '${name}')`;
}

/**
 * All that a query can see. Instants are epoch milliseconds, JSON is text, ids of persons are UUIDs.
 *
 * Where possible, a column looks up values of other tables by key instead of a join: the planner cannot reverse that,
 * so every plan begins with rows of the project, and `count(*)` looks up nothing.
 */
export const TABLES: Readonly<Record<string, Table>> = {
  /** `id` and `uuid` are equal; `name` as on person records; `distinct_ids` is a JSON list in the order of arrival. */
  persons: {
    columns: {
      id: UUID,
      uuid: UUID,
      created_at: CREATED_AT,
      properties: JSON_TEXT,
      is_identified: BOOL,
      name: STRING,
      distinct_ids: STRING,
    },
    hidden: [],
    relations: [],
    select: (projectId) => `SELECT p.uuid, p.uuid, p.created_at, p.properties, p.is_identified,
      hog_personname(p.id, p.properties, ${DISTINCT_IDS}), ${DISTINCT_IDS}
      FROM main.persons p WHERE p.project_id = ${projectId}`,
  },
  /** Only distinct ids that a person has. */
  person_distinct_ids: {
    columns: { distinct_id: STRING, person_id: UUID },
    hidden: [],
    relations: ["person"],
    // A real join, so that SQLite can start from either index; each side has its own condition on the project.
    select: (projectId) => `SELECT d.distinct_id, p.uuid
      FROM main.distinct_ids d JOIN main.persons p ON p.id = d.person_id
      WHERE d.project_id = ${projectId} AND p.project_id = ${projectId}`,
  },
  /** `person_id` as on event records: the current person of the distinct id. `created_at` is the arrival. */
  events: {
    columns: {
      uuid: UUID,
      event: STRING,
      properties: JSON_TEXT,
      timestamp: DATETIME64,
      distinct_id: STRING,
      elements_chain: STRING,
      created_at: DATETIME64,
      person_id: UUID,
      $session_id: OPTIONAL,
      $window_id: OPTIONAL,
      ...Object.fromEntries(GROUP_INDEXES.map((index) => [`$group_${index}`, OPTIONAL])),
      ...OF_CHAIN,
    },
    hidden: [...GROUP_INDEXES.map((index) => `$group_${index}`), ...Object.keys(OF_CHAIN)],
    relations: ["person", "session", "group"],
    select: (projectId, hours) => `SELECT e.uuid,
      e.event, e.properties, e.timestamp,
      (SELECT distinct_id FROM main.distinct_ids WHERE id = e.distinct_id_id),
      hog_elementschain(e.elements), e.received_at,
      (SELECT coalesce(p.uuid, CASE d.is_personless WHEN 1 THEN hog_personuuid(d.distinct_id) END)
        FROM main.distinct_ids d LEFT JOIN main.persons p ON p.id = d.person_id WHERE d.id = e.distinct_id_id),
      ${["$session_id", "$window_id", ...GROUP_INDEXES.map((index) => `$group_${index}`)].map(property).join(", ")},
      ${Object.keys(OF_CHAIN)
        .map((name) => chainPart(name, "hog_elementschain(e.elements)"))
        .join(", ")}
      FROM (${LOG_VIEWS.events(projectId, hours)}) e`,
  },
  /** A row for each `$session_id`, from the engine's columns (`read-sessions.ts`). */
  sessions: {
    columns: SESSION_COLUMNS,
    hidden: [],
    relations: [],
    select: selectSessions,
  },
  cohorts: {
    columns: {
      id: INT64,
      name: STRING,
      description: STRING,
      is_static: BOOL,
      count: nullable(UINT64),
      created_at: CREATED_AT,
    },
    hidden: [],
    relations: [],
    select: (projectId) => `SELECT c.id, c.name, c.description, c.is_static, c.count, c.created_at
      FROM main.cohorts c WHERE c.project_id = ${projectId} AND c.deleted = 0`,
  },
  /**
   * Stored members (of a cohort by behaviour or by an expression, those of its last calculation), and current persons
   * of cohorts by properties. Stored members are found through their cohort, since their rows name no project.
   */
  cohort_people: {
    columns: { cohort_id: INT64, person_id: UUID },
    hidden: [],
    relations: ["person"],
    select: (projectId) => `SELECT m.cohort_id, p.uuid
      FROM main.cohorts c CROSS JOIN main.cohort_members m ON m.cohort_id = c.id CROSS JOIN main.persons p ON p.id = m.person_id
      WHERE c.project_id = ${projectId} AND c.deleted = 0
      UNION ALL SELECT c.id, p.uuid FROM main.cohorts c CROSS JOIN main.persons p ON p.project_id = c.project_id
      WHERE c.project_id = ${projectId} AND c.deleted = 0 AND c.is_static = 0 AND hog_isincohort(c.id, p.id, p.properties)`,
  },
  /** `index` and `key` are PostHog's names of `group_type_index` and `group_key`. */
  groups: {
    columns: {
      index: UINT8,
      key: STRING,
      created_at: CREATED_AT,
      properties: JSON_TEXT,
      group_type_index: UINT8,
      group_type: OPTIONAL,
      group_key: STRING,
    },
    hidden: [],
    relations: [],
    select: (projectId) => `SELECT g.group_type_index, g.group_key, g.created_at, g.properties, g.group_type_index,
      (SELECT group_type FROM main.group_types WHERE project_id = ${projectId} AND group_type_index = g.group_type_index),
      g.group_key
      FROM main.groups g WHERE g.project_id = ${projectId}`,
  },
};

/**
 * Views that stand for a project's events in a SELECT that needs little of them (`compile/stand-in.ts`). Statements
 * cannot name them. A row stands for `events` events.
 */
const STAND_INS = {
  event_counts: { columns: "events", select: LOG_VIEWS.counts },
  event_tallies: { columns: "event, events", select: LOG_VIEWS.names },
  event_ends: { columns: "timestamp, events", select: LOG_VIEWS.ends },
};

export type StandIn = keyof typeof STAND_INS;

/** The tables behind the views. */
export const BASE_TABLES = [
  ...LOG_VIEWS.behind.tables,
  "persons",
  "distinct_ids",
  "cohorts",
  "cohort_members",
  "groups",
  "group_types",
];

const named = (columns: Table["columns"]) =>
  Object.keys(columns)
    .map((name) => `"${name}"`)
    .join(", ");

/** Creates the views of one project on a connection, in place of another's. */
export function createViews(db: Reader, projectId: number): void {
  for (const name of Object.keys(TABLES)) createView(db, projectId, name);
  for (const [name, { columns, select }] of Object.entries(STAND_INS)) {
    db.exec(`DROP VIEW IF EXISTS temp.${name}`);
    db.exec(`CREATE TEMP VIEW ${name} (${columns}) AS ${select(projectId)}`);
  }
}

/** Limits the view of events to some hours until the transaction ends. */
export function setEventHours(db: Reader, projectId: number, hours: HourRange | null): void {
  db.pragma("query_only = OFF");
  createView(db, projectId, "events", hours ?? undefined);
  db.pragma("query_only = ON");
}

function createView(db: Reader, projectId: number, name: string, hours?: HourRange): void {
  const { columns, select } = TABLES[name] as Table;
  db.exec(`DROP VIEW IF EXISTS temp.${name}`);
  db.exec(`CREATE TEMP VIEW ${name} (${named(columns)}) AS ${select(projectId, hours)}`);
}

/** Creates empty tables with the same names and columns in an empty database (`guard.ts`). */
export function createMirror(db: Reader): void {
  for (const [name, { columns }] of Object.entries(TABLES)) {
    db.exec(`CREATE TEMP TABLE ${name} (${named(columns)})`);
  }
  for (const [name, { columns }] of Object.entries(STAND_INS)) db.exec(`CREATE TEMP TABLE ${name} (${columns})`);
}
