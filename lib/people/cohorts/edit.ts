import { activityOf, changesOf, recorderOf, SYSTEM } from "../../admin/activity/index.ts";
import type { Change } from "../../admin/activity/index.ts";
import type { Context } from "../context.ts";
import { invalid } from "../../base/errors.ts";
import { parse } from "../../base/parse.ts";
import { write } from "../../storage/index.ts";
import { calculateCohort } from "./calculate.ts";
import type { CohortGroupInput } from "./cohort-inputs.ts";
import { expressionsOf, parseDefinition } from "./definition.ts";
import { refuseInFlags } from "./flags-of-cohort.ts";
import { getCohort } from "./get.ts";
import { CohortInput, CohortUpdate } from "./input.ts";
import type { People } from "./input.ts";
import { insertMembers } from "./members.ts";
import type { CohortEdit } from "./members.ts";
import { NEW_COHORT } from "./record.ts";
import type { CohortRecord } from "./record.ts";
import { changeRow, columnKeys, insertInto, toColumns } from "../../storage/queries/index.ts";
import { cohorts } from "../../storage/tables/index.ts";

type Changes = Pick<Context, "db" | "clock" | "log" | "countPersonEvents" | "expressions">;

const record = recorderOf("Cohort");

const insertCohort = insertInto(cohorts, ["projectId", ...columnKeys(NEW_COHORT), "createdAt", "createdBy"]);

const changeCohort = changeRow(cohorts, columnKeys(NEW_COHORT));

/**
 * Resolves when the members are known.
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
      ...toColumns({ ...NEW_COHORT, name, description, groups: groups ?? [], is_static: isStatic }, NEW_COHORT),
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
 * Changes a cohort, or adds members to a static one; resolves when the members are known again. An empty update
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
    changeCohort.run(ctx.db, { projectId: project.id, id, ...toColumns(after, NEW_COHORT) });
    const added = before.is_static ? insertMembers(ctx, project.id, id, people) : 0;
    record(ctx, { project, by }, after, activityOf(before, after), [
      ...toChanges(before, after),
      ...(added > 0 ? [{ action: "changed", field: "persons" } as const] : []),
    ]);
  });
  await calculateCohort(ctx, project.id, id);
  return getCohort(ctx, project.id, id);
}

/**
 * Marks a cohort as deleted: unlisted, without members. `deleted: false` brings it back.
 * @throws notFound; invalid when a flag uses it
 */
export async function deleteCohort(ctx: Changes, { project, by = SYSTEM }: CohortEdit, id: number): Promise<void> {
  await write(ctx.db, () => {
    const cohort = getCohort(ctx, project.id, id);
    if (cohort.deleted) return;
    refuseInFlags(ctx.db, project.id, id);
    changeCohort.run(ctx.db, { projectId: project.id, id, ...toColumns({ ...cohort, deleted: true }, NEW_COHORT) });
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

/** A client may send back a cohort that it read, with the definition in both forms: the unchanged form is ignored. */
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

/** Definitions hold personal values, so the log only notes a change. */
function toChanges(before: CohortRecord, after: CohortRecord): Change[] {
  const changes = changesOf(before, after, ["name", "description", "deleted", "groups"], ["groups"]);
  return changes.map((change) => (change.field === "groups" ? { action: "changed", field: "filters" } : change));
}
