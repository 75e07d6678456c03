import type { Context } from "../context.ts";
import { notFound } from "../../base/errors.ts";
import { cohortLookup, hasBehaviour } from "../../events/filters/index.ts";
import type { FilterRow, Properties } from "../../events/filters/index.ts";
import type { Page } from "../../base/page.ts";
import { COHORT_COLUMNS, toRecord } from "./record.ts";
import type { CohortRecord, CohortRow } from "./record.ts";
import { parseStored } from "../../storage/index.ts";

type Reads = Pick<Context, "db">;

/** A project's cohorts that are not deleted, newest first. */
export function listCohorts(
  { db }: Reads,
  projectId: number,
  { limit, offset }: { limit: number; offset: number },
): Page<CohortRecord> {
  const rows = db
    .sql(`SELECT ${COHORT_COLUMNS} FROM cohorts WHERE project_id = ? AND deleted = 0 ORDER BY id DESC LIMIT ? OFFSET ?`)
    .all(projectId, limit, offset) as CohortRow[];
  const count = db.sql("SELECT count(*) FROM cohorts WHERE project_id = ? AND deleted = 0").pluck().get(projectId);
  return { count: Number(count), results: rows.map(toRecord) };
}

/** The cohort with this id, possibly deleted. @throws notFound */
export function getCohort({ db }: Reads, projectId: number, id: number): CohortRecord {
  const row = db.sql(`SELECT ${COHORT_COLUMNS} FROM cohorts WHERE project_id = ? AND id = ?`).get(projectId, id);
  if (row === undefined) throw notFound();
  return toRecord(row as CohortRow);
}

/**
 * The cohorts of a person, by id: static and behavioural cohorts as stored, others by the person's current properties.
 * Deleted cohorts are left out.
 */
export function listCohortsOfPerson({ db }: Reads, projectId: number, personId: number): CohortRecord[] {
  const rows = db
    .sql(`SELECT ${COHORT_COLUMNS} FROM cohorts WHERE project_id = ? AND deleted = 0 ORDER BY id`)
    .all(projectId) as CohortRow[];
  const isStored = db.sql("SELECT 1 FROM cohort_members WHERE cohort_id = ? AND person_id = ?");
  const lookup = cohortLookup(db, projectId);
  const person = readPerson(db, projectId, personId);
  return rows.map(toRecord).filter((cohort) => {
    const isLive = !cohort.is_static && !hasBehaviour(cohort.groups);
    return isLive ? lookup(cohort.id)(person) : isStored.get(cohort.id, personId) !== undefined;
  });
}

function readPerson(db: Context["db"], projectId: number, personId: number): FilterRow {
  const text = db
    .sql("SELECT properties FROM persons WHERE id = ? AND project_id = ?")
    .pluck()
    .get(personId, projectId);
  return toPersonRow(personId, String(text ?? "{}"));
}

/** A person in the form for filters, without an event. */
export function toPersonRow(personId: number, properties: string): FilterRow {
  const personProperties = parseStored<Properties>("person", personId, properties);
  return { properties: {}, personId, personProperties, groupProperties: () => ({}) };
}
