import { nextTurn } from "../../base/platform.ts";
import type { Author } from "../../admin/activity/index.ts";
import type { Project } from "../../admin/projects/index.ts";
import { toIso } from "../../base/clock.ts";
import { invalid, notFound } from "../../base/errors.ts";
import type { ExpressionTests } from "../../events/expression-tests.ts";
import { createCohort } from "../../people/cohorts/index.ts";
import type { CohortRecord, PersonEvents } from "../../people/cohorts/index.ts";
import { sound } from "../../storage/index.ts";
import type { Context } from "../context.ts";
import { beginEvaluation } from "../evaluation/index.ts";
import { flagSetOf } from "./flag-set.ts";
import { askedFor } from "./request.ts";
import { subjectOf } from "./subject.ts";

/** About 5 ms between two turns of the event loop. */
const PAGE = 500;

type Reads = Pick<Context, "db" | "clock" | "log" | "identity" | "flags" | "flagSets"> & {
  countPersonEvents(events: PersonEvents): Promise<Map<number, number>>;
  expressions: ExpressionTests;
};

/**
 * A static cohort of the persons for whom a flag is on now, by stored properties and oldest distinct id.
 * @throws notFound when the flag was deleted; invalid for a flag of groups
 */
export async function createCohortOfFlag(
  ctx: Reads,
  { project, by }: { project: Project; by: Author },
  id: number,
): Promise<CohortRecord> {
  const set = flagSetOf(ctx, project);
  const flag = set.compiled.byId.get(id);
  if (flag === undefined) throw notFound();
  if (flag.unit !== null) throw invalid(null, "A flag of groups has no persons: make the cohort of a flag of persons.");
  const members: string[] = [];
  for (
    let after = 0, rows = readPage(ctx, project.id, after);
    rows.length > 0;
    rows = readPage(ctx, project.id, after)
  ) {
    for (const { id: personId, distinct_id: distinctId } of rows) {
      after = personId;
      const subject = subjectOf(ctx, project.id, set, askedFor(distinctId));
      if (beginEvaluation(set.compiled, subject)(flag).value !== false) members.push(distinctId);
    }
    await nextTurn();
  }
  const name = `Users with feature flag ${flag.key} enabled at ${toIso(ctx.clock.now())}`.slice(0, 400);
  return createCohort(ctx, { project, by }, { name, is_static: true, distinct_ids: members });
}

/** Index distinct_ids_by_person, one look-up a person. */
function readPage({ db }: Pick<Context, "db">, projectId: number, after: number) {
  return db
    .sql<{ id: number; distinct_id: string }>(
      `SELECT p.id, (SELECT ${sound("distinct_ids", "d", "distinct_id")} FROM distinct_ids d
         WHERE d.person_id = p.id ORDER BY d.id LIMIT 1) AS distinct_id
       FROM persons p WHERE p.id > ? AND p.project_id = ? AND distinct_id IS NOT NULL ORDER BY p.id LIMIT ?`,
    )
    .all(after, projectId, PAGE);
}
