import { recorderOf, SYSTEM } from "../../admin/activity/index.ts";
import type { Author } from "../../admin/activity/index.ts";
import type { Context } from "../context.ts";
import { invalid, notFound } from "../../base/errors.ts";
import { findPersonId, listPersons } from "../persons/index.ts";
import type { PersonListQuery, PersonPage } from "../persons/index.ts";
import type { Project } from "../../admin/projects/index.ts";
import { sound, toJson, write } from "../../storage/index.ts";
import { readCsv } from "./csv.ts";
import { getCohort } from "./get.ts";
import type { CohortRecord } from "./record.ts";
import type { People } from "./input.ts";
import { and, eq, query } from "../../storage/queries/index.ts";
import { cohortMembers } from "../../storage/tables/index.ts";

type Changes = Pick<Context, "db" | "clock" | "log">;

const record = recorderOf("Cohort");

const addMembership = query((db, given: typeof cohortMembers.$inferSelect) =>
  db.insert(cohortMembers).values({ cohortId: given.cohortId, personId: given.personId }).onConflictDoNothing(),
);

const removeMembership = query((db, given: typeof cohortMembers.$inferSelect) =>
  db
    .delete(cohortMembers)
    .where(and(eq(cohortMembers.cohortId, given.cohortId), eq(cohortMembers.personId, given.personId))),
);

/** The target of a change, and its author. */
export interface CohortEdit {
  project: Project;
  by?: Author;
}

/**
 * Members of a cohort, newest first, with the list's other filters: current by properties, as of the last calculation
 * by behaviour; none of a deleted cohort.
 * @throws notFound
 */
export async function listMembers(
  ctx: Pick<Context, "db" | "properties" | "clock" | "expressions">,
  project: Project,
  id: number,
  list: Omit<PersonListQuery, "properties">,
): Promise<PersonPage> {
  getCohort(ctx, project.id, id);
  const filters = [{ key: "id", type: "cohort", value: id }];
  return listPersons(ctx, project, { ...list, properties: filters });
}

/** Makes persons members of a static cohort; unknown ids are ignored. @throws notFound; invalid when it is dynamic */
export async function addMembers(
  ctx: Changes,
  { project, by = SYSTEM }: CohortEdit,
  id: number,
  people: People,
): Promise<CohortRecord> {
  return write(ctx.db, () => {
    const cohort = requireStatic(getCohort(ctx, project.id, id));
    const added = insertMembers(ctx, project.id, id, people);
    if (added > 0) record(ctx, { project, by }, cohort, "persons_added_manually");
    return getCohort(ctx, project.id, id);
  });
}

/**
 * A person who is not a member is ignored.
 * @throws notFound, also for the person; invalid when the cohort is dynamic
 */
export async function removeMember(
  ctx: Changes,
  { project, by = SYSTEM }: CohortEdit,
  id: number,
  person: string | number,
): Promise<CohortRecord> {
  return write(ctx.db, () => {
    const cohort = requireStatic(getCohort(ctx, project.id, id));
    const personId = findPersonId(ctx, project.id, person);
    if (personId === undefined) throw notFound();
    const { changes } = removeMembership.run(ctx.db, { cohortId: id, personId });
    if (changes > 0) record(ctx, { project, by }, cohort, "person_removed_manually");
    return getCohort(ctx, project.id, id);
  });
}

/** Inside the caller's transaction; returns the number of new members. @throws invalid for a bad CSV or person id */
export function insertMembers(
  ctx: Pick<Context, "db">,
  projectId: number,
  id: number,
  { distinct_ids: distinctIds = [], persons = [], csv }: People,
): number {
  const file = csv === undefined ? { distinct_ids: [], persons: [], emails: [] } : readCsv(csv);
  const byDistinctId = ctx.db
    .sql(
      `INSERT OR IGNORE INTO cohort_members (cohort_id, person_id)
       SELECT ?, ${sound("distinct_ids", "d", "person_id")} FROM json_each(?) m
         CROSS JOIN distinct_ids d ON d.project_id = ? AND d.distinct_id = m.value
       WHERE d.person_id IS NOT NULL`,
    )
    .run(id, toJson([...distinctIds, ...file.distinct_ids]), projectId).changes;
  const byEmail =
    file.emails.length === 0
      ? 0
      : ctx.db
          .sql(
            // Reads all persons once: an email has no index.
            `INSERT OR IGNORE INTO cohort_members (cohort_id, person_id)
             SELECT ?, id FROM persons p WHERE project_id = ?
               AND ${sound("persons", "p", "properties")} ->> '$.email' IN (SELECT value FROM json_each(?))`,
          )
          .run(id, projectId, toJson(file.emails)).changes;
  const byPerson = [...persons, ...file.persons].map((person) => {
    const personId = findPersonId(ctx, projectId, person);
    return personId === undefined ? 0 : addMembership.run(ctx.db, { cohortId: id, personId }).changes;
  });
  return byPerson.reduce((sum, changes) => sum + changes, byDistinctId + byEmail);
}

function requireStatic(cohort: CohortRecord): CohortRecord {
  if (cohort.is_static) return cohort;
  throw invalid("is_static", "Only a static cohort has members that can be added or removed.");
}
