import { nextTurn } from "../../base/platform.ts";
import type { Context } from "../context.ts";
import { cohortLookup, compileFilter, isCalculated, withDates } from "../../events/filters/index.ts";
import type { CohortLookup, FilterRow } from "../../events/filters/index.ts";
import type { ExpressionTest } from "../../events/expression-tests.ts";
import { sound, write } from "../../storage/index.ts";
import type { RowOf } from "../../storage/index.ts";
import { behavioursOf, parseDefinition } from "./definition.ts";
import type { CohortNode } from "./definition.ts";
import { holds } from "./behaviour.ts";
import type { Behaviour } from "./behaviour.ts";
import { countEvents } from "./count-events.ts";
import { toPersonRow } from "./get.ts";
import { and, eq, query, sql } from "../../storage/queries/index.ts";
import { cohorts } from "../../storage/tables/index.ts";
import type { persons } from "../../storage/tables/index.ts";

type Needs = Pick<Context, "db" | "clock" | "log" | "countPersonEvents" | "expressions">;

/** Persons tested between two turns of the event loop: about 10 ms. */
const CHUNK = 2000;

interface CohortKey {
  id: number;
  projectId: number;
}

const isCohort = ({ id, projectId }: CohortKey) => and(eq(cohorts.id, id), eq(cohorts.projectId, projectId));

const isDynamic = and(eq(cohorts.isStatic, 0), eq(cohorts.deleted, 0));

const dynamicCohorts = query((db) =>
  db.select({ id: cohorts.id, projectId: cohorts.projectId }).from(cohorts).where(isDynamic).orderBy(cohorts.id),
);

const beginCalculation = query((db, given: CohortKey) =>
  db
    .update(cohorts)
    .set({ isCalculating: 1 })
    .where(and(isCohort(given), isDynamic))
    .returning({ groups: cohorts.groups }),
);

const endCalculation = query((db, given: { id: number; groups: string; count: number; nowMs: number }) =>
  db
    .update(cohorts)
    .set({ count: given.count, lastCalculation: given.nowMs, isCalculating: 0, errorsCalculating: 0 })
    .where(and(eq(cohorts.id, given.id), eq(cohorts.groups, given.groups))),
);

const countFailure = query((db, given: CohortKey) =>
  db
    .update(cohorts)
    .set({ isCalculating: 0, errorsCalculating: sql`${cohorts.errorsCalculating} + 1` })
    .where(isCohort(given)),
);

/**
 * Calculates a cohort. Members by behaviour or expression are stored, since questions cannot walk over events each
 * time: the cohort is as of its last calculation. A cohort by properties alone is live; only its `count` is stored.
 * Static and unknown cohorts are ignored.
 * @throws the errors of parsing the definition; also counted in `errors_calculating`
 */
export async function calculateCohort(ctx: Needs, projectId: number, id: number): Promise<void> {
  const { db, clock } = ctx;
  for (;;) {
    const groups = await begin(db, projectId, id);
    if (groups === undefined) return;
    try {
      const members = await findMembers(ctx, { id, projectId, groups });
      // Another calculation may have ended, harmlessly; a changed definition needs another round.
      if (await finish(db, { id, groups, members, nowMs: clock.now() })) return;
    } catch (error) {
      await write(db, () => {
        countFailure.run(db, { id, projectId });
      });
      throw error;
    }
  }
}

/** Calculates the dynamic cohorts of all projects, for the schedule. Failures are logged and counted. */
export async function calculateCohorts(ctx: Needs): Promise<void> {
  for (const { id, projectId } of dynamicCohorts.all(ctx.db)) {
    try {
      await calculateCohort(ctx, projectId, id);
    } catch (error) {
      ctx.log.error("cohort was not calculated", { cohort: id, project: projectId, cause: String(error) });
    }
  }
}

/** Undefined = nothing to calculate. */
async function begin(db: Context["db"], projectId: number, id: number): Promise<string | undefined> {
  const begun: { groups?: string } = await write(db, () => beginCalculation.get(db, { id, projectId }) ?? {});
  return begun.groups;
}

interface Definition {
  id: number;
  projectId: number;
  /** JSON text, as stored. */
  groups: string;
}

interface Result extends Omit<Definition, "projectId"> {
  members: readonly number[];
  nowMs: number;
}

/** False = the definition has changed meanwhile. */
async function finish(db: Context["db"], { id, groups, members, nowMs }: Result): Promise<boolean> {
  return write(db, () => {
    const { changes } = endCalculation.run(db, { id, groups, count: members.length, nowMs });
    if (changes === 0) return false;
    const found = isCalculated(JSON.parse(groups)) ? JSON.stringify(members) : "[]";
    // Each changed row is a change for engines that follow, and a version of the list.
    db.sql("DELETE FROM cohort_members WHERE cohort_id = ? AND person_id NOT IN (SELECT value FROM json_each(?))").run(
      id,
      found,
    );
    // Some persons may have been deleted or merged since.
    db.sql(
      `INSERT OR IGNORE INTO cohort_members (cohort_id, person_id)
       SELECT ?, id FROM persons WHERE id IN (SELECT value FROM json_each(?))`,
    ).run(id, found);
    return true;
  });
}

async function findMembers(ctx: Needs, { id, projectId, groups }: Definition): Promise<number[]> {
  const isMember = isCalculated(JSON.parse(groups))
    ? await compileStored(ctx, projectId, groups)
    : cohortLookup(ctx, projectId)(id);
  const fulfils = ctx.expressions.open(projectId);
  const next = ctx.db.sql<RowOf<typeof persons, "id" | "uuid" | "properties" | "created_at">>(
    `SELECT id, uuid, created_at, ${sound("persons", "p", "properties")} AS properties
     FROM persons p NOT INDEXED WHERE project_id = ? AND id > ? ORDER BY id LIMIT ?`,
  );
  const members: number[] = [];
  for (let last = 0; ; await nextTurn()) {
    const rows = next.all(projectId, last, CHUNK);
    for (const person of rows) if (isMember(toRow(person, fulfils))) members.push(person.id);
    const end = rows.at(-1);
    if (end === undefined) return members;
    last = end.id;
  }
}

/** A person as expressions read it. */
function toRow(
  {
    id,
    uuid,
    properties,
    created_at: personCreatedMs,
  }: RowOf<typeof persons, "id" | "uuid" | "properties" | "created_at">,
  fulfils: ExpressionTest,
): FilterRow {
  const row: FilterRow = {
    ...toPersonRow(id, properties),
    personCreatedMs,
    column: (key) => (key === "person_id" ? uuid : null),
    fulfils: (filter, lookup) => fulfils(row, filter, lookup),
  };
  return row;
}

async function compileStored(ctx: Needs, projectId: number, groups: string): Promise<Test> {
  const definition = withDates(parseDefinition(JSON.parse(groups) as unknown[]), ctx.clock.now());
  const counts = new Map<Behaviour, Map<number, number>>();
  for (const behaviour of behavioursOf(definition)) {
    counts.set(behaviour, await countEvents(ctx, projectId, behaviour));
  }
  return compile(definition, counts, cohortLookup(ctx, projectId));
}

type Test = (person: FilterRow) => boolean;

function compile(node: CohortNode, counts: Map<Behaviour, Map<number, number>>, lookup: CohortLookup): Test {
  if (node.type === "behaviour") {
    const times = counts.get(node);
    return ({ personId }) => holds(node, times?.get(personId ?? 0) ?? 0);
  }
  if (node.type === "person" || node.type === "cohort" || node.type === "hogql") return compileFilter(node, lookup);
  const tests = node.values.map((value) => compile(value, counts, lookup));
  if (node.type === "OR" && tests.length > 0) return (person) => tests.some((test) => test(person));
  return (person) => tests.every((test) => test(person));
}
