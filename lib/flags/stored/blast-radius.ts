import * as v from "valibot";
import { nextTurn } from "../../base/platform.ts";
import type { Project } from "../../admin/projects/index.ts";
import { Count } from "../../base/answer-scalars.ts";
import { HogletError, invalid } from "../../base/errors.ts";
import { parse } from "../../base/parse.ts";
import { givenValue } from "../../events/filters/index.ts";
import type { Properties } from "../../events/filters/index.ts";
import { sound } from "../../storage/index.ts";
import { cohortsOf } from "../answers/index.ts";
import type { Context } from "../context.ts";
import { createPropertyCompiler } from "../evaluation/index.ts";
import type { FlagProperty } from "../evaluation/index.ts";
import { checkFilters } from "./check-filters.ts";
import { FiltersField } from "./filters-field.ts";

/** A condition, and the type of its groups; null = persons. */
export const BlastRadiusInput = v.object({
  condition: v.record(v.string(), v.unknown(), "Missing condition for which to get blast radius"),
  group_type_index: v.exactOptional(v.nullable(v.picklist([0, 1, 2, 3, 4], "Expected an index from 0 to 4."))),
});

/** Persons or groups that a condition reaches, under older and newer names. */
export const BlastRadius = v.object({ users_affected: Count, total_users: Count, affected: Count, total: Count });
export interface BlastRadius extends v.InferOutput<typeof BlastRadius> {}

/** Rows between two turns of the event loop: about 5 ms. */
const PAGE = 1000;

/**
 * Persons, or groups of a type, whose stored properties pass a condition; percentages do not count.
 * @throws invalid naming the field
 */
export async function userBlastRadius(
  ctx: Pick<Context, "db" | "clock">,
  project: Project,
  { condition, group_type_index: unit = null }: v.InferOutput<typeof BlastRadiusInput>,
): Promise<BlastRadius> {
  const properties = readProperties(ctx.db, project.id, condition, unit);
  const compiler = createPropertyCompiler({ cohort: cohortsOf(ctx.db, project.id), timezone: project.timezone });
  const passes = compiler.all(properties, unit);
  const member = ctx.db.sql("SELECT 1 FROM cohort_members WHERE cohort_id = ? AND person_id = ?");
  const nowMs = ctx.clock.now();
  let affected = 0;
  let total = 0;
  for await (const { id, key, properties: stored } of unit === null
    ? persons(ctx, project)
    : groups(ctx, project, unit)) {
    total++;
    const own = (name: string) => givenValue(stored, name);
    const isIn = passes({
      distinctId: "",
      anonymousId: null,
      deviceId: null,
      nowMs,
      personProperty: own,
      groupKey: () => key,
      groupProperty: (_, name) => (name === "$group_key" ? key : own(name)),
      isMember: (cohortId) => member.get(cohortId, id) !== undefined,
      keptId: () => undefined,
      // Conditions on other flags do not count.
      flagValue: () => false,
    });
    if (isIn) affected++;
  }
  return { users_affected: affected, total_users: total, affected, total };
}

/** @throws invalid naming `condition` */
function readProperties(
  db: Context["db"],
  projectId: number,
  condition: Record<string, unknown>,
  unit: number | null,
): readonly FlagProperty[] {
  // The variant that it gives belongs to the flag, which is not here.
  const alone = { ...condition, variant: null, aggregation_group_type_index: unit };
  try {
    const parsed = parse(FiltersField, { groups: [alone], aggregation_group_type_index: unit });
    return checkFilters(db, projectId, parsed).groups?.[0]?.properties ?? [];
  } catch (error) {
    throw error instanceof HogletError ? invalid("condition", error.detail, error.code) : error;
  }
}

interface Row {
  id: number;
  key: string;
  properties: string;
}

/** Index persons_by_uuid, page by page. */
async function* persons({ db }: Pick<Context, "db">, project: Project) {
  const page = db.sql<Row>(
    `SELECT id, uuid AS key, ${sound("persons", "p", "properties")} AS properties
     FROM persons p WHERE project_id = ? AND uuid > ? ORDER BY uuid LIMIT ${PAGE}`,
  );
  yield* walk((after) => page.all(project.id, after));
}

/** Index groups_by_key, page by page. */
async function* groups({ db }: Pick<Context, "db">, project: Project, unit: number) {
  const page = db.sql<Row>(
    `SELECT id, group_key AS key, ${sound("groups", "g", "properties")} AS properties
     FROM groups g WHERE project_id = ? AND group_type_index = ? AND group_key > ? ORDER BY group_key LIMIT ${PAGE}`,
  );
  yield* walk((after) => page.all(project.id, unit, after));
}

async function* walk(read: (after: string) => Row[]) {
  for (let rows = read(""); rows.length > 0; rows = read(rows.at(-1)?.key ?? "")) {
    for (const { id, key, properties } of rows) yield { id, key, properties: JSON.parse(properties) as Properties };
    await nextTurn();
  }
}
