import type { Context } from "../context.ts";
import { toJson, write } from "../../storage/index.ts";
import { insertInto } from "../../storage/queries/index.ts";
import { activityLog } from "../../storage/tables/index.ts";

/** A request's personal key, or the system (a schedule, an event, the program that holds the handle). */
export type Author = { kind: "key"; id: string; label: string } | { kind: "system" };

/** The author of changes without a key. */
export const SYSTEM: Author = { kind: "system" };

export function authorOf(key: { id: string; label: string }): Author {
  return { kind: "key", id: key.id, label: key.label };
}

/** Kinds of things that change. */
export type ActivityScope =
  | "Person"
  | "Cohort"
  | "Project"
  | "PersonalApiKey"
  | "Action"
  | "Plugin"
  | "PluginConfig"
  | "Insight"
  | "Dashboard"
  | "FeatureFlag"
  | "Annotation"
  | "EventDefinition"
  | "PropertyDefinition";

export interface Change {
  /** The kind of the thing with this field. @default the entry's scope */
  type?: string;
  action: "created" | "changed" | "deleted" | "merged" | "split";
  /** Null = the thing as a whole. */
  field: string | null;
  /** Absent = null. Always null for `properties`: the log holds no property values. Secrets are masked. */
  before?: unknown;
  after?: unknown;
  /** Names of the changed properties. hoglet's own field, beyond PostHog. */
  keys?: readonly string[];
}

/**
 * @param hidden fields whose values the log must not hold, such as values of properties: it only notes that they
 * changed
 */
export function changesOf<Name extends string>(
  before: Readonly<Record<Name, unknown>>,
  after: Readonly<Record<Name, unknown>>,
  names: readonly Name[],
  hidden: readonly Name[] = [],
): Change[] {
  return names
    .filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
    .map((field): Change => {
      if (hidden.includes(field)) return { action: "changed", field };
      return { action: "changed", field, before: before[field], after: after[field] };
    });
}

/** The activity of a change to a thing that can be deleted and restored. */
export function activityOf(before: { deleted: boolean }, after: { deleted: boolean }): string {
  if (before.deleted === after.deleted) return "updated";
  return after.deleted ? "deleted" : "restored";
}

/** A change's cause, such as a plugin's job. */
export interface Trigger {
  job_type: string;
  job_id: string;
  payload: unknown;
}

/** The input of `recordActivity`. */
export interface ActivityInput {
  /** Null = no single project: keys, and the deletion of a project. */
  projectId: number | null;
  by: Author;
  scope: ActivityScope;
  /** Id of the thing, as text; for a person the integer id. */
  itemId: string;
  /** Such as `created`, `updated`, `deleted`, `split_person`. */
  activity: string;
  detail: { name: string | null; type?: string; changes?: readonly Change[]; trigger?: Trigger };
}

type Needs = Pick<Context, "db" | "clock" | "log">;

/**
 * Writes an entry inside the caller's transaction, so that both are committed or neither is; an `updated` without
 * changes is not written. Never throws: a failure to log must not undo the change (reference/rest.md 10.4), so it only
 * goes to the logger.
 */
export function recordActivity(ctx: Needs, input: ActivityInput): void {
  if (isEmpty(input)) return;
  try {
    insert(ctx, input);
  } catch (error) {
    // A full disk makes SQLite roll back everything: going on would store the rest outside of any transaction.
    if (!ctx.db.sqlite.inTransaction) throw error;
    report(ctx, input, error);
  }
}

interface Edited {
  project: { id: number };
  /** @default the system */
  by?: Author;
}

/** `recordActivity` for things of a kind, with an id and a name. */
export function recorderOf(scope: ActivityScope) {
  return (
    ctx: Needs,
    { project, by = SYSTEM }: Edited,
    { id, name }: { id: number; name: string | null },
    activity: string,
    changes: readonly Change[] = [],
  ): void =>
    recordActivity(ctx, {
      projectId: project.id,
      by,
      scope,
      itemId: String(id),
      activity,
      detail: { name, changes },
    });
}

/** Writes an entry in a transaction of its own, after the change; resolves when that has ended. */
export async function recordActivityAfter(ctx: Needs, input: ActivityInput): Promise<void> {
  if (isEmpty(input)) return;
  await write(ctx.db, () => insert(ctx, input)).catch((error: unknown) => report(ctx, input, error));
}

function isEmpty({ activity, detail }: ActivityInput): boolean {
  return activity === "updated" && (detail.changes ?? []).length === 0;
}

function report({ log }: Needs, { scope, activity }: ActivityInput, error: unknown): void {
  log.error("activity was not logged", { scope, activity, cause: String(error) });
}

const addEntry = insertInto(activityLog, [
  "projectId",
  "keyId",
  "keyLabel",
  "scope",
  "itemId",
  "activity",
  "detail",
  "createdAt",
]);

function insert({ db, clock }: Pick<Context, "db" | "clock">, input: ActivityInput): void {
  const { projectId, by, scope, itemId, activity, detail } = input;
  const [keyId, label] = by.kind === "key" ? [by.id, by.label] : [null, null];
  const stored = {
    name: detail.name,
    short_id: null,
    type: detail.type ?? null,
    trigger: detail.trigger ?? null,
    changes: (detail.changes ?? []).map((change) => toStored(change, scope)),
  };
  addEntry.run(db, {
    projectId,
    keyId,
    keyLabel: label,
    scope,
    itemId,
    activity,
    detail: toJson(stored),
    createdAt: clock.now(),
  });
}

function toStored({ type, action, field, before, after, keys }: Change, scope: ActivityScope): Record<string, unknown> {
  const isProperties = field === "properties";
  return {
    type: type ?? scope,
    action,
    field,
    before: isProperties ? null : (before ?? null),
    after: isProperties ? null : (after ?? null),
    ...(keys !== undefined && { keys }),
  };
}
