import { recordActivity, SYSTEM } from "../../admin/activity/index.ts";
import type { Author, Change } from "../../admin/activity/index.ts";
import type { Context } from "../context.ts";
import { invalid } from "../../base/errors.ts";
import { parse } from "../../base/parse.ts";
import { toJson, toStorableText, write } from "../../storage/index.ts";
import { calculateCohort } from "./calculate.ts";
import type { CohortGroupInput } from "./cohort-inputs.ts";
import { expressionsOf, parseDefinition } from "./definition.ts";
import { refuseInFlags } from "./flags-of-cohort.ts";
import { getCohort } from "./get.ts";
import { CohortInput, CohortUpdate } from "./input.ts";
import type { People } from "./input.ts";
import { insertMembers } from "./members.ts";
import type { CohortEdit } from "./members.ts";
import type { CohortRecord } from "./record.ts";
import { and, eq, insertInto, query } from "../../storage/queries/index.ts";
import { cohorts } from "../../storage/tables/index.ts";

type Changes = Pick<Context, "db" | "clock" | "log" | "countPersonEvents" | "expressions">;

const insertCohort = insertInto(cohorts, [
  "projectId",
  "name",
  "description",
  "groups",
  "isStatic",
  "createdAt",
  "createdBy",
]);

type Changed = Pick<typeof cohorts.$inferSelect, "projectId" | "id" | "name" | "description" | "groups" | "deleted">;

const isCohort = ({ projectId, id }: Pick<Changed, "projectId" | "id">) =>
  and(eq(cohorts.id, id), eq(cohorts.projectId, projectId));

const changeCohort = query((db, given: Changed) =>
  db
    .update(cohorts)
    .set({ name: given.name, description: given.description, groups: given.groups, deleted: given.deleted })
    .where(isCohort(given)),
);

const markDeleted = query((db, given: Pick<Changed, "projectId" | "id">) =>
  db.update(cohorts).set({ deleted: 1 }).where(isCohort(given)),
);

/**
 * Creates a cohort; resolves when its members are known.
 * @throws invalid when the definition cannot be read, or is missing for a cohort that is not static
 */
export async function createCohort(ctx: Changes, edit: CohortEdit, input: unknown): Promise<CohortRecord> {
  const { project, by = SYSTEM } = edit;
  const wanted = parse(CohortInput, input);
  const { name, description, is_static: isStatic } = wanted;
  const groups = toGroups(ctx, wanted);
  const people = toPeople(wanted);
  if (isStatic && groups !== null) throw invalid("is_static", "A static cohort has members instead of a definition.");
  if (!isStatic && groups === null) throw invalid("filters", "This field is required.", "required");
  if (!isStatic) refusePeople(people);
  const id = await write(ctx.db, () => {
    const { lastInsertRowid } = insertCohort.run(ctx.db, {
      projectId: project.id,
      name: toStorableText(name),
      description: toStorableText(description),
      groups: toJson(groups ?? []),
      isStatic: isStatic ? 1 : 0,
      createdAt: ctx.clock.now(),
      createdBy: by.kind === "key" ? by.label : null,
    });
    const created = Number(lastInsertRowid);
    if (isStatic) insertMembers(ctx, project.id, created, people);
    record(ctx, { project, by }, { id: created, name }, "created");
    return created;
  });
  await calculateCohort(ctx, project.id, id);
  return getCohort(ctx, project.id, id);
}

/**
 * Changes a cohort, or adds members to a static one; resolves when its members are known again. An empty update
 * recalculates.
 * @throws notFound; invalid, also to delete a cohort that a flag uses; a cohort stays static or dynamic
 */
export async function updateCohort(ctx: Changes, edit: CohortEdit, id: number, input: unknown): Promise<CohortRecord> {
  const { project, by = SYSTEM } = edit;
  const wanted = parse(CohortUpdate, input);
  const people = toPeople(wanted);
  await write(ctx.db, () => {
    const before = getCohort(ctx, project.id, id);
    const groups = toGroups(ctx, isSame(wanted.filters, before.filters) ? { groups: wanted.groups } : wanted);
    refuseSwitch(before, wanted, groups);
    if (wanted.deleted === true && !before.deleted) refuseInFlags(ctx.db, project.id, id);
    if (!before.is_static) refusePeople(people);
    const after = { ...before, ...pick(wanted), ...(groups !== null && { groups }) };
    changeCohort.run(ctx.db, {
      projectId: project.id,
      id,
      name: toStorableText(after.name),
      description: toStorableText(after.description),
      groups: toJson(after.groups),
      deleted: after.deleted ? 1 : 0,
    });
    const added = before.is_static ? insertMembers(ctx, project.id, id, people) : 0;
    record(ctx, { project, by }, after, toActivity(before, after), [
      ...toChanges(before, after),
      ...(added > 0 ? [{ action: "changed", field: "persons" } as const] : []),
    ]);
  });
  await calculateCohort(ctx, project.id, id);
  return getCohort(ctx, project.id, id);
}

/**
 * Marks a cohort as deleted: no longer listed, and nobody is a member. `deleted: false` brings it back.
 * @throws notFound; invalid when a flag uses it
 */
export async function deleteCohort(ctx: Changes, { project, by = SYSTEM }: CohortEdit, id: number): Promise<void> {
  await write(ctx.db, () => {
    const cohort = getCohort(ctx, project.id, id);
    if (cohort.deleted) return;
    refuseInFlags(ctx.db, project.id, id);
    markDeleted.run(ctx.db, { projectId: project.id, id });
    record(ctx, { project, by }, cohort, "deleted");
  });
}

/**
 * Parses the groups of an input, in either form; null = the input has none. @throws invalid when they cannot be parsed
 */
function toGroups(
  { expressions }: Pick<Context, "expressions">,
  { groups, filters }: { groups?: CohortUpdate["groups"]; filters?: CohortUpdate["filters"] },
): CohortGroupInput[] | null {
  const isNewer = filters !== undefined && filters !== null;
  const given = isNewer ? [{ properties: filters.properties }] : (groups ?? []);
  if (given.length === 0) return null;
  for (const filter of expressionsOf(parseDefinition(given)))
    expressions.require(filter, isNewer ? "filters__properties" : "groups");
  return given as unknown as CohortGroupInput[];
}

/**
 * Does a client send back the stored definition unchanged? A cohort that was read holds it in both forms, and the form
 * that did not change is ignored.
 */
function isSame(wanted: unknown, stored: unknown): boolean {
  return JSON.stringify(wanted) === JSON.stringify(stored);
}

function toPeople({ distinct_ids, persons, csv }: People): People {
  return {
    ...(distinct_ids !== undefined && { distinct_ids }),
    ...(persons !== undefined && { persons }),
    ...(csv !== undefined && { csv }),
  };
}

function refuseSwitch(before: CohortRecord, wanted: CohortUpdate, groups: unknown): void {
  if (wanted.is_static !== undefined && wanted.is_static !== before.is_static) {
    throw invalid("is_static", "A cohort stays static or dynamic; make another one instead.");
  }
  if (before.is_static && groups !== null) {
    throw invalid("filters", "A static cohort has members instead of a definition.");
  }
}

function refusePeople(people: People): void {
  const [given] = Object.keys(people);
  if (given !== undefined) throw invalid(given, "Only a static cohort (is_static: true) is given its members.");
}

function pick({ name, description, deleted }: CohortUpdate): Partial<CohortRecord> {
  return {
    ...(name !== undefined && { name }),
    ...(description !== undefined && { description }),
    ...(deleted !== undefined && { deleted }),
  };
}

function toActivity(before: CohortRecord, after: CohortRecord): string {
  if (before.deleted === after.deleted) return "updated";
  return after.deleted ? "deleted" : "restored";
}

/** Definitions hold values of properties, which must not reach the log: it only notes that they changed. */
function toChanges(before: CohortRecord, after: CohortRecord): Change[] {
  const changes: Change[] = [];
  for (const field of ["name", "description", "deleted"] as const) {
    if (before[field] !== after[field]) {
      changes.push({ action: "changed", field, before: before[field], after: after[field] });
    }
  }
  if (JSON.stringify(before.groups) !== JSON.stringify(after.groups)) {
    changes.push({ action: "changed", field: "filters" });
  }
  return changes;
}

function record(
  ctx: Changes,
  { project, by }: { project: CohortEdit["project"]; by: Author },
  { id, name }: Pick<CohortRecord, "id" | "name">,
  activity: string,
  changes: readonly Change[] = [],
): void {
  const detail = { name, changes };
  recordActivity(ctx, { projectId: project.id, by, scope: "Cohort", itemId: String(id), activity, detail });
}
