import { activityOf, changesOf, recorderOf, SYSTEM } from "../../admin/activity/index.ts";
import type { Author, Change } from "../../admin/activity/index.ts";
import type { Project } from "../../admin/projects/index.ts";
import { invalid, notFound } from "../../base/errors.ts";
import { toJson, write } from "../../storage/index.ts";
import { and, changeRow, columnKeys, count, eq, insertInto, query, toColumns } from "../../storage/queries/index.ts";
import { featureFlags } from "../../storage/tables/index.ts";
import type { Context } from "../context.ts";
import { FLAG_SETTINGS, NEW_FLAG } from "../evaluation/index.ts";
import type { FlagFilters } from "../evaluation/index.ts";
import { checkDependencies, refuseDependents, refuseDisabled } from "./check-dependencies.ts";
import { checkFilters } from "./check-filters.ts";
import { findByKey, getFlag, readRow } from "./get.ts";
import { refuseConflict } from "./refuse-conflict.ts";
import { FLAG_KEY } from "./input.ts";
import type { FlagInput, FlagUpdate } from "./input.ts";
import type { FlagRecord, FlagRow } from "./record.ts";
import type { Db } from "../../storage/index.ts";

type Writes = Pick<Context, "db" | "clock" | "log">;

const record = recorderOf("FeatureFlag");

/** A change's place and author. */
export interface FlagEdit {
  project: Project;
  /** @default the system */
  by?: Author;
}

/** Flags of a project, deleted ones included. Each request for flags evaluates all of them. */
const MAX_FLAGS = 5000;

const insertFlag = insertInto(featureFlags, [
  "projectId",
  "key",
  "filters",
  ...columnKeys(NEW_FLAG),
  "createdAt",
  "createdBy",
  "updatedAt",
  "lastModifiedBy",
]);

const changeFlag = changeRow(featureFlags, [
  "key",
  "filters",
  "deleted",
  "version",
  ...columnKeys(NEW_FLAG),
  "updatedAt",
  "lastModifiedBy",
]);

const purgeFlag = query((db, given: { id: number; projectId: number }) =>
  db.delete(featureFlags).where(and(eq(featureFlags.id, given.id), eq(featureFlags.projectId, given.projectId))),
);

const countFlags = query((db, given: { projectId: number }) =>
  db.select({ count: count() }).from(featureFlags).where(eq(featureFlags.projectId, given.projectId)),
);

/**
 * Removes a deleted flag of the same key for good.
 * @throws invalid naming the field
 */
export async function createFlag(ctx: Writes, edit: FlagEdit, wanted: FlagInput): Promise<FlagRecord> {
  const { project, by = SYSTEM } = edit;
  const projectId = project.id;
  checkKey(wanted.key);
  return write(ctx.db, () => {
    const sent = wanted.filters ?? {};
    const filters = checkFilters(ctx.db, projectId, { ...sent, groups: sent.groups ?? [EVERYBODY] });
    takeKey(ctx, projectId, wanted.key, null);
    if ((countFlags.get(ctx.db, { projectId })?.count ?? 0) >= MAX_FLAGS) {
      throw invalid("key", `Expected at most ${MAX_FLAGS} feature flags in a project.`);
    }
    const flag = { ...NEW_FLAG, ...toFields(wanted) };
    checkDependencies(ctx.db, projectId, { id: null, key: wanted.key, active: flag.active, filters });
    const nowMs = ctx.clock.now();
    const author = by.kind === "key" ? by.label : null;
    const { lastInsertRowid } = insertFlag.run(ctx.db, {
      ...toColumns(flag, NEW_FLAG),
      projectId,
      key: wanted.key,
      filters: toJson(filters),
      createdAt: nowMs,
      createdBy: author,
      updatedAt: nowMs,
      lastModifiedBy: author,
    });
    refuseExcess(ctx.db, projectId);
    const id = Number(lastInsertRowid);
    record(ctx, edit, { id, name: wanted.key }, "created");
    return getFlag(ctx, projectId, id);
  });
}

const EVERYBODY = { properties: [], rollout_percentage: null };

/**
 * Changes a flag, or deletes it by `deleted: true`; absent fields stay, `filters` are replaced as a whole.
 * @throws notFound; invalid naming the field; conflict when another changed a field that the client read before
 */
export async function updateFlag(
  ctx: Writes,
  edit: FlagEdit,
  id: number | string,
  wanted: FlagUpdate,
): Promise<FlagRecord> {
  const { project, by = SYSTEM } = edit;
  if (wanted.key !== undefined) checkKey(wanted.key);
  return write(ctx.db, () => {
    const row = readRow(ctx, project.id, id);
    if (row === undefined) throw notFound();
    const before = getFlag(ctx, project.id, row.id);
    refuseConflict(before, wanted);
    const after = { ...before, ...toFields(wanted), filters: nextFilters(ctx, project.id, { row, wanted }) };
    checkChange(ctx, project.id, { before, after, wanted });
    if (after.key !== before.key) {
      takeKey(ctx, project.id, after.key, before.id);
      after.filters = renameEnrolment(after.filters, before.key, after.key);
    }
    changeFlag.run(ctx.db, {
      ...toColumns(after, NEW_FLAG),
      projectId: project.id,
      id: row.id,
      key: after.key,
      filters: toJson(after.filters),
      deleted: Number(after.deleted),
      version: before.version + 1,
      updatedAt: ctx.clock.now(),
      lastModifiedBy: by.kind === "key" ? by.label : null,
    });
    if (wanted.filters !== undefined || before.deleted) refuseExcess(ctx.db, project.id);
    const now = getFlag(ctx, project.id, row.id);
    record(ctx, edit, { id: now.id, name: now.key }, activityOf(before, now), toChanges(before, now));
    return now;
  });
}

interface Changing {
  before: FlagRecord;
  after: FlagRecord;
  wanted: FlagUpdate;
}

function checkChange({ db }: Writes, projectId: number, { before, after, wanted }: Changing): void {
  if (after.deleted && !before.deleted) refuseDependents(db, projectId, before.id, "delete");
  else if (!after.active && before.active) refuseDependents(db, projectId, before.id, "disable");
  if (after.deleted) return;
  if (wanted.filters !== undefined || (before.deleted && after.active)) {
    checkDependencies(db, projectId, after);
  } else if (after.active && !before.active) refuseDisabled(db, projectId, after);
}

/** Filters without conditions are ignored. */
function nextFilters(
  ctx: Writes,
  projectId: number,
  { row, wanted }: { row: FlagRow; wanted: FlagUpdate },
): FlagFilters {
  const { filters } = wanted;
  if (filters?.groups) return checkFilters(ctx.db, projectId, filters);
  return JSON.parse(row.filters) as FlagFilters;
}

/** The given fields, in the form of the record. */
function toFields(update: FlagUpdate) {
  const { version: _, original_flag: __, has_encrypted_payloads: ___, filters: ____, ...fields } = update;
  const { evaluation_contexts: contexts, ...wanted } = fields;
  return { ...wanted, ...(contexts !== undefined && { evaluation_tags: contexts }) };
}

function checkKey(key: string): void {
  if (FLAG_KEY.test(key)) return;
  throw invalid("key", "Only letters, numbers, hyphens (-) & underscores (_) are allowed.", "invalid_key");
}

/** Frees a key: a deleted flag that has it goes for good. @throws invalid when another flag has it */
function takeKey({ db }: Writes, projectId: number, key: string, own: number | null): void {
  const known = findByKey(db, projectId, key);
  if (known === undefined || known.id === own) return;
  if (known.deleted === 0) throw invalid("key", "There is already a feature flag with this key.", "unique");
  purgeFlag.run(db, { id: known.id, projectId });
}

/** Early access is asked for by the flag's key. */
function renameEnrolment(filters: FlagFilters, from: string, to: string): FlagFilters {
  const [older, newer] = [from, to].map((key) => `$feature_enrollment/${key}`);
  if (!filters.super_groups) return filters;
  const groups = filters.super_groups.map((condition) => {
    const properties = (condition.properties ?? []).map((property) =>
      property.key === older ? Object.assign({}, property, { key: newer }) : property,
    );
    return Object.assign({}, condition, { properties });
  });
  return { ...filters, super_groups: groups };
}

/** Filters hold values of properties, which must not reach the log. */
function toChanges(before: FlagRecord, after: FlagRecord): Change[] {
  return changesOf(before, after, ["key", "deleted", ...FLAG_SETTINGS, "filters"], ["filters"]);
}

/**
 * Characters of filters and payloads of all of a project's flags: definitions for SDKs hold all of them, and an answer
 * of `/flags` a payload of each. 8 MiB take 40 ms to write as JSON.
 */
const MAX_CHARS = 8 * 1024 * 1024;

/**
 * Checks the size of a project's flags together after a write, in the caller's transaction.
 * @throws invalid when they are too large
 */
function refuseExcess(db: Db, projectId: number): void {
  // Index feature_flags_by_key.
  const chars = db
    .sql<number>("SELECT total(length(filters)) FROM feature_flags WHERE project_id = ? AND deleted = 0")
    .pluck()
    .get(projectId);
  if ((chars ?? 0) <= MAX_CHARS) return;
  throw invalid("filters", `Expected at most ${MAX_CHARS} characters of JSON in all feature flags of a project.`);
}
