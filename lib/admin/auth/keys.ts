import * as v from "valibot";
import { recordActivity, SYSTEM } from "../activity/index.ts";
import type { Author, Change } from "../activity/index.ts";
import { toIso } from "../../base/clock.ts";
import type { Context } from "../context.ts";
import { conflict, invalid, notFound } from "../../base/errors.ts";
import { toHash } from "../../base/ids.ts";
import { isWaitingToWrite, write } from "../../storage/index.ts";
import { Scopes } from "./scope.ts";
import { SECRET_PREFIX } from "./secret-prefix.ts";
import { and, desc, eq, insertInto, isNull, query, sql } from "../../storage/queries/index.ts";
import { personalApiKeys as keys, projects } from "../../storage/tables/index.ts";

const Label = v.pipe(v.string(), v.trim(), v.nonEmpty("This field may not be blank."), v.maxLength(40));
const ProjectIds = v.array(v.pipe(v.number(), v.integer()));

/** `projects`: ids of the only projects it may touch; absent or empty = all. */
export const KeyInput = v.strictObject({
  label: Label,
  scopes: Scopes,
  projects: v.optional(ProjectIds, []),
});
export type KeyInput = v.InferInput<typeof KeyInput>;

/** The input of `keys.update`; absent fields stay. */
export const KeyUpdate = v.strictObject({
  label: v.exactOptional(Label),
  scopes: v.exactOptional(Scopes),
  projects: v.exactOptional(ProjectIds),
});
export type KeyUpdate = v.InferInput<typeof KeyUpdate>;

/** A personal API key without its value. */
export interface PersonalApiKey {
  id: string;
  label: string;
  /** First four characters, three dots, last four. */
  mask_value: string;
  scopes: string[];
  /** Ids of the only projects it may touch; empty = all. */
  scoped_projects: number[];
  created_at: string;
  last_used_at: string | null;
  last_rolled_at: string | null;
}

/** A key with its value, which is shown only once. */
export type NewPersonalApiKey = PersonalApiKey & { value: string };

// 35 bytes give the 47 or 48 characters of PostHog's keys (reference/rest.md 3.1).
const KEY_BYTES = 35;

type Changes = Pick<Context, "db" | "clock" | "ids" | "log">;

type KeyRow = typeof keys.$inferSelect;

const keyById = query((db, given: { id: string }) => db.select().from(keys).where(eq(keys.id, given.id)));

const keyByHash = query((db, given: { hash: string }) => db.select().from(keys).where(eq(keys.valueHash, given.hash)));

const allKeys = query((db) =>
  db
    .select()
    .from(keys)
    .orderBy(desc(keys.createdAt), desc(sql`rowid`)),
);

const insertKey = insertInto(keys, ["id", "label", "valueHash", "maskValue", "scopes", "scopedProjects", "createdAt"]);

const changeKey = query((db, given: Pick<KeyRow, "id" | "label" | "scopes" | "scopedProjects">) =>
  db
    .update(keys)
    .set({ label: given.label, scopes: given.scopes, scopedProjects: given.scopedProjects })
    .where(eq(keys.id, given.id)),
);

const replaceValue = query((db, given: Pick<KeyRow, "id" | "valueHash" | "maskValue"> & { nowMs: number }) =>
  db
    .update(keys)
    .set({ valueHash: given.valueHash, maskValue: given.maskValue, lastRolledAt: given.nowMs })
    .where(eq(keys.id, given.id)),
);

const noteUse = query((db, given: { id: string; nowMs: number }) =>
  db.update(keys).set({ lastUsedAt: given.nowMs }).where(eq(keys.id, given.id)),
);

const removeKey = query((db, given: { id: string }) => db.delete(keys).where(eq(keys.id, given.id)));

const projectById = query((db, given: { id: number }) =>
  db
    .select({ id: projects.id })
    .from(projects)
    .where(and(eq(projects.id, given.id), isNull(projects.deletedAt))),
);

/**
 * Creates a personal API key; only a hash of its value is stored.
 * @throws invalid for an unknown project
 */
export async function createKey(
  ctx: Changes,
  wanted: v.InferOutput<typeof KeyInput>,
  by: Author = SYSTEM,
): Promise<NewPersonalApiKey> {
  return write(ctx.db, () => addKey(ctx, wanted, undefined, by));
}

/** Inside the caller's transaction, from a checked input. @throws invalid; conflict */
export function addKey(
  ctx: Changes,
  { label, scopes, projects: projectIds }: v.InferOutput<typeof KeyInput>,
  value = ctx.ids.secret("phx_", KEY_BYTES),
  by: Author = SYSTEM,
): NewPersonalApiKey {
  const { db, clock, ids } = ctx;
  requireProjects(ctx, projectIds, "projects");
  const hash = toHash(value);
  if (keyByHash.get(db, { hash }) !== undefined) throw conflict("value", "This key exists already.");
  const id = ids.secret("", 8);
  insertKey.run(db, {
    id,
    label,
    valueHash: hash,
    maskValue: toMask(value),
    scopes: JSON.stringify(scopes),
    scopedProjects: JSON.stringify(projectIds),
    createdAt: clock.now(),
  });
  recordKey(ctx, by, "created", { id, label });
  return { ...getKey(ctx, id), value };
}

/** Changes label, scopes or projects; the value stays. @throws invalid; notFound */
export async function updateKey(
  ctx: Changes,
  id: string,
  wanted: v.InferOutput<typeof KeyUpdate>,
  by: Author = SYSTEM,
): Promise<PersonalApiKey> {
  return write(ctx.db, () => {
    const before = getKey(ctx, id);
    refuseSecret(before);
    const { label = before.label, scopes = before.scopes, projects: projectIds = before.scoped_projects } = wanted;
    if (wanted.projects !== undefined) requireProjects(ctx, wanted.projects, "projects");
    const stored = { scopes: JSON.stringify(scopes), scopedProjects: JSON.stringify(projectIds) };
    changeKey.run(ctx.db, { id, label, ...stored });
    const after = getKey(ctx, id);
    recordKey(ctx, by, "updated", after, toChanges(before, after));
    return after;
  });
}

/**
 * A new value, shown only once; the old value is invalid from the next request on.
 * @throws notFound
 */
export async function rollKey(ctx: Changes, id: string, by: Author = SYSTEM): Promise<NewPersonalApiKey> {
  const value = ctx.ids.secret("phx_", KEY_BYTES);
  return write(ctx.db, () => {
    const before = getKey(ctx, id);
    refuseSecret(before);
    const nowMs = ctx.clock.now();
    replaceValue.run(ctx.db, { id, valueHash: toHash(value), maskValue: toMask(value), nowMs });
    const after = getKey(ctx, id);
    const change: Change = { action: "changed", field: "value", before: before.mask_value, after: after.mask_value };
    recordKey(ctx, by, "rolled", after, [change]);
    return { ...after, value };
  });
}

/** All keys, newest first. */
export function listKeys({ db }: Pick<Context, "db">): PersonalApiKey[] {
  return allKeys.all(db).map(toKey);
}

/** The key with this id. @throws notFound */
export function getKey({ db }: Pick<Context, "db">, id: string): PersonalApiKey {
  const row = keyById.get(db, { id });
  if (row === undefined) throw notFound();
  return toKey(row);
}

/** The key is invalid from the next request on. @throws notFound */
export async function revokeKey(
  ctx: Pick<Changes, "db" | "clock" | "log">,
  id: string,
  by: Author = SYSTEM,
): Promise<void> {
  await write(ctx.db, () => deleteKey(ctx, id, by));
}

/** Deletes a key inside the caller's transaction. @throws notFound */
export function deleteKey(ctx: Pick<Changes, "db" | "clock" | "log">, id: string, by: Author): void {
  const key = getKey(ctx, id);
  removeKey.run(ctx.db, { id });
  recordKey(ctx, by, "deleted", key);
}

/** A secret's project and scope are fixed. @throws invalid */
function refuseSecret({ mask_value: mask }: PersonalApiKey): void {
  if (!mask.startsWith(SECRET_PREFIX)) return;
  throw invalid(
    null,
    "This is the secret of a project: rotate it by PATCH /api/projects/:project_id/rotate_secret_token.",
  );
}

/**
 * The key with this value; undefined = no such key. Marks it as used, at most once an hour.
 *
 * The timing reveals nothing: the index is searched for the guess's SHA-256, so it shows at most how much of a hash is
 * right, and choosing the hash of a guess means breaking SHA-256. A constant-time comparison afterwards would only
 * compare equal values.
 */
export function findKey(ctx: Pick<Context, "db" | "clock" | "log">, value: string): PersonalApiKey | undefined {
  const row = keyByHash.get(ctx.db, { hash: toHash(value) });
  if (row === undefined) return undefined;
  const nowMs = ctx.clock.now();
  if (row.lastUsedAt === null || nowMs - row.lastUsedAt >= LAST_USED_STEP_MS) markUsed(ctx, row.id, nowMs);
  return toKey(row);
}

/** Not awaited: a request that only reads must neither wait nor fail when the database cannot be written. */
function markUsed({ db, log }: Pick<Context, "db" | "log">, id: string, nowMs: number): void {
  // The next request marks it: an entry for each request would fill the write queue.
  if (isWaitingToWrite(db)) return;
  write(db, () => void noteUse.run(db, { id, nowMs })).catch((error: unknown) =>
    log.warn("last use of a key was not noted", { id, cause: String(error) }),
  );
}

/** @throws invalid at `attr` (`projects` in process, `scoped_teams` on the wire) with the first unknown project id */
export function requireProjects({ db }: Pick<Context, "db">, ids: readonly number[], attr: string): void {
  const unknown = ids.find((id) => projectById.get(db, { id }) === undefined);
  if (unknown !== undefined) throw invalid(attr, `There is no project with the id ${unknown}.`);
}

function recordKey(
  ctx: Pick<Changes, "db" | "clock" | "log">,
  by: Author,
  activity: string,
  { id, label }: { id: string; label: string },
  changes: readonly Change[] = [],
): void {
  const detail = { name: label, changes };
  recordActivity(ctx, { projectId: null, by, scope: "PersonalApiKey", itemId: id, activity, detail });
}

const LOGGED_FIELDS = ["label", "scopes", "scoped_projects"] as const;

function toChanges(before: PersonalApiKey, after: PersonalApiKey): Change[] {
  return LOGGED_FIELDS.filter((field) => String(before[field]) !== String(after[field])).map((field) => ({
    action: "changed",
    field,
    before: before[field],
    after: after[field],
  }));
}

const LAST_USED_STEP_MS = 3_600_000;

function toKey(row: KeyRow): PersonalApiKey {
  return {
    id: row.id,
    label: row.label,
    mask_value: row.maskValue,
    scopes: JSON.parse(row.scopes) as string[],
    scoped_projects: JSON.parse(row.scopedProjects) as number[],
    created_at: toIso(row.createdAt),
    last_used_at: row.lastUsedAt === null ? null : toIso(row.lastUsedAt),
    last_rolled_at: row.lastRolledAt === null ? null : toIso(row.lastRolledAt),
  };
}

function toMask(value: string): string {
  return `${value.slice(0, 4)}...${value.slice(-4)}`;
}
