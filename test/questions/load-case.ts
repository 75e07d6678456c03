import { openDatabase } from "../../lib/log/index.ts";
import { writeNow } from "../../lib/storage/index.ts";
import type { Db } from "../../lib/storage/index.ts";
import type { ProjectSettings } from "../../lib/questions/shared/project-settings.ts";
import { addNamedRow } from "../support/add-row.ts";

/** The parts of a given case (fixtures/cases/insights.json) that describe a project's data. */
export interface CaseData {
  /** Clock of the query, ISO; persons without a created_at get it. */
  now: string;
  team?: {
    timezone?: string;
    week_start_day?: number;
    test_account_filters?: unknown[];
    path_cleaning_filters?: unknown[];
  };
  persons?: { distinct_ids: string[]; properties?: object; created_at?: string }[];
  events?: {
    event: string;
    distinct_id: string;
    timestamp: string;
    properties?: object;
    elements?: unknown[];
    /** Sets is_personless on the distinct id. */
    personless?: boolean;
  }[];
  groups?: { group_type_index: number; group_key: string; properties?: object }[];
  cohorts?: { id: number; name?: string; groups?: unknown[]; is_static?: boolean; members?: string[] }[];
  actions?: { id: number; name?: string; steps?: unknown[] }[];
}

let contents: Uint8Array | undefined;

/** A database in memory, empty: opened from the bytes of the first one, which costs half of making its tables. */
export function openEmpty(): Db {
  const db = openDatabase({ file: undefined, contents, durability: "normal" });
  contents ??= db.sqlite.serialize();
  return db;
}

/**
 * Writes a case's data into a new project of `db`, directly into the tables. Distinct ids that no person of the case claims
 * have no person.
 */
export function loadCase(db: Db, data: CaseData): ProjectSettings {
  return writeNow(db, () => {
    const project = insertProject(db, data);
    for (const person of data.persons ?? []) insertPerson(db, project.id, person, data.now);
    for (const event of data.events ?? []) insertEvent(db, project.id, event);
    for (const { group_type_index, group_key, properties } of data.groups ?? []) {
      db.sql(
        "INSERT INTO groups (project_id, group_type_index, group_key, properties, created_at) VALUES (?, ?, ?, ?, ?)",
      ).run(project.id, group_type_index, group_key, JSON.stringify(properties ?? {}), Date.parse(data.now));
    }
    for (const cohort of data.cohorts ?? []) insertCohort(db, project.id, cohort, data.now);
    for (const { id, name = "", steps = [] } of data.actions ?? []) {
      db.sql("INSERT INTO actions (id, project_id, name, steps, created_at) VALUES (?, ?, ?, ?, ?)").run(
        id,
        project.id,
        name,
        JSON.stringify(steps),
        Date.parse(data.now),
      );
    }
    return project;
  });
}

function insertProject(db: Db, { team = {}, now }: CaseData): ProjectSettings {
  const { timezone = "UTC", week_start_day = 0, test_account_filters = [] } = team;
  const id = db
    .sql(
      `INSERT INTO projects (uuid, name, api_token, timezone, week_start_day, test_account_filters, created_at)
       SELECT 'u', 'case', 'phc_' || (count(*) + 1), ?, ?, ?, ? FROM projects RETURNING id`,
    )
    .pluck()
    .get(timezone, week_start_day, JSON.stringify(test_account_filters), Date.parse(now));
  return { id: Number(id), timezone, week_start_day, test_account_filters };
}

function insertPerson(db: Db, projectId: number, person: NonNullable<CaseData["persons"]>[number], now: string): void {
  const { distinct_ids: distinctIds, properties = {}, created_at: createdAt = now } = person;
  const personId = db
    .sql(
      `INSERT INTO persons (project_id, uuid, properties, created_at)
       SELECT ?, 'u' || (count(*) + 1), ?, ? FROM persons RETURNING id`,
    )
    .pluck()
    .get(projectId, JSON.stringify(properties), Date.parse(createdAt));
  for (const distinctId of distinctIds) {
    db.sql("INSERT INTO distinct_ids (project_id, distinct_id, person_id) VALUES (?, ?, ?)").run(
      projectId,
      distinctId,
      personId,
    );
  }
}

/** Adds an event to a project that was loaded. */
export function insertEvent(db: Db, projectId: number, event: NonNullable<CaseData["events"]>[number]): void {
  addNamedRow(db, projectId, {
    event: event.event,
    distinctId: event.distinct_id,
    isPersonless: event.personless === true,
    timestamp: Date.parse(event.timestamp),
    properties: JSON.stringify(event.properties ?? {}),
    elements: event.elements ? JSON.stringify(event.elements) : null,
  });
}

function insertCohort(db: Db, projectId: number, cohort: NonNullable<CaseData["cohorts"]>[number], now: string): void {
  const { id, name = "", groups = [], is_static: isStatic = false, members = [] } = cohort;
  db.sql("INSERT INTO cohorts (id, project_id, name, groups, is_static, created_at) VALUES (?, ?, ?, ?, ?, ?)").run(
    id,
    projectId,
    name,
    JSON.stringify(groups),
    isStatic ? 1 : 0,
    Date.parse(now),
  );
  for (const member of members) {
    db.sql(
      `INSERT OR IGNORE INTO cohort_members (cohort_id, person_id)
       SELECT ?, person_id FROM distinct_ids WHERE project_id = ? AND distinct_id = ? AND person_id IS NOT NULL`,
    ).run(id, projectId, member);
  }
}
