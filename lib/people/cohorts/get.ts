import type { Context } from "../context.ts";
import { notFound } from "../../base/errors.ts";
import { cohortLookup, isCalculated } from "../../events/filters/index.ts";
import type { FilterRow, Properties } from "../../events/filters/index.ts";
import type { Page } from "../../base/page.ts";
import { COHORT_COLUMNS, toCohortRecord } from "./record.ts";
import type { CohortRecord } from "./record.ts";
import { parseStored, sound } from "../../storage/index.ts";
import { and, count, desc, eq, query, sql } from "../../storage/queries/index.ts";
import { cohortMembers, cohorts, persons } from "../../storage/tables/index.ts";

type Reads = Pick<Context, "db">;

interface InProject {
  projectId: number;
}

// Index cohorts_by_project.
const isListed = ({ projectId }: InProject) => and(eq(cohorts.projectId, projectId), eq(cohorts.deleted, 0));

const countListed = query((db, given: InProject) => db.select({ count: count() }).from(cohorts).where(isListed(given)));

const pageOfListed = query((db, given: InProject & { limit: number; offset: number }) =>
  db
    .select(COHORT_COLUMNS)
    .from(cohorts)
    .where(isListed(given))
    .orderBy(desc(cohorts.id))
    .limit(given.limit)
    .offset(given.offset),
);

const allListed = query((db, given: InProject) =>
  db.select(COHORT_COLUMNS).from(cohorts).where(isListed(given)).orderBy(cohorts.id),
);

const cohortById = query((db, given: InProject & { id: number }) =>
  db
    .select(COHORT_COLUMNS)
    .from(cohorts)
    .where(and(eq(cohorts.projectId, given.projectId), eq(cohorts.id, given.id))),
);

const membership = query((db, given: { cohortId: number; personId: number }) =>
  db
    .select()
    .from(cohortMembers)
    .where(and(eq(cohortMembers.cohortId, given.cohortId), eq(cohortMembers.personId, given.personId))),
);

const propertiesOf = query((db, given: InProject & { personId: number }) =>
  db
    .select({ properties: sql<string>`${sql.raw(sound("persons", "persons", "properties"))}` })
    .from(persons)
    .where(and(eq(persons.id, given.personId), eq(persons.projectId, given.projectId))),
);

/** A project's cohorts that are not deleted, newest first. */
export function listCohorts(
  { db }: Reads,
  projectId: number,
  page: { limit: number; offset: number },
): Page<CohortRecord> {
  const rows = pageOfListed.all(db, { projectId, ...page });
  return { count: countListed.get(db, { projectId })?.count ?? 0, results: rows.map(toCohortRecord) };
}

/** The cohort may be deleted. @throws notFound */
export function getCohort({ db }: Reads, projectId: number, id: number): CohortRecord {
  const row = cohortById.get(db, { projectId, id });
  if (row === undefined) throw notFound();
  return toCohortRecord(row);
}

/** All cohorts of a project that are not deleted, by id. */
export function allCohorts({ db }: Reads, projectId: number): CohortRecord[] {
  return allListed.all(db, { projectId }).map(toCohortRecord);
}

/** A person's cohorts by id, without deleted ones: lists as stored, others by current properties. */
export function listCohortsOfPerson(
  { db, clock }: Pick<Context, "db" | "clock">,
  projectId: number,
  personId: number,
): CohortRecord[] {
  const lookup = cohortLookup({ db, clock }, projectId);
  const person = readPerson(db, projectId, personId);
  return allCohorts({ db }, projectId).filter((cohort) => {
    const isLive = !cohort.is_static && !isCalculated(cohort.groups);
    return isLive ? lookup(cohort.id)(person) : membership.get(db, { cohortId: cohort.id, personId }) !== undefined;
  });
}

function readPerson(db: Context["db"], projectId: number, personId: number): FilterRow {
  const text = propertiesOf.get(db, { projectId, personId })?.properties;
  return toPersonRow(personId, text ?? "{}");
}

/** A person in the form for filters, without an event. */
export function toPersonRow(personId: number, properties: string): FilterRow {
  const personProperties = parseStored<Properties>("person", personId, properties);
  return { properties: {}, personId, personProperties, groupProperties: () => ({}) };
}
