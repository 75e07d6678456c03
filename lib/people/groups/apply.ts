import type { Context } from "../context.ts";
import { sound, textsSum, toJson, toStorableText } from "../../storage/index.ts";

/** Further types are ignored (reference/capture.md 18). */
const MAX_GROUP_TYPES = 5;

/** UTF-16 units; a `$groupidentify` with a longer key is dropped (reference/capture.md 7). */
export const MAX_GROUP_KEY_LENGTH = 400;

/** An event, as far as groups need it. */
export interface GroupEvent {
  projectId: number;
  event: string;
  timestampMs: number;
  properties: Record<string, unknown>;
}

/**
 * Adds `$group_0` … `$group_4` for `$groups`. Without `$groups` returns the same object, else a copy, since a repeated
 * transaction may give a type another index. Call it inside a transaction.
 */
export function tagGroups(
  ctx: Pick<Context, "db">,
  projectId: number,
  properties: Record<string, unknown>,
): Record<string, unknown> {
  const named = properties["$groups"];
  if (typeof named !== "object" || named === null || Array.isArray(named)) return properties;
  const tagged = { ...properties };
  for (const [groupType, key] of Object.entries(named)) {
    if (groupType === "" || key === null) continue;
    const index = groupTypeIndex(ctx, projectId, toStorableText(groupType));
    if (index !== null) tagged[`$group_${index}`] = toGroupKey(key);
  }
  return tagged;
}

/**
 * Removes group keys from the properties, for an event without person processing; returns the same object when there
 * are none.
 */
export function stripGroups(properties: Record<string, unknown>): Record<string, unknown> {
  let stripped = properties;
  for (let index = 0; index < MAX_GROUP_TYPES; index++) {
    const key = `$group_${index}`;
    if (!(key in stripped)) continue;
    if (stripped === properties) stripped = { ...properties };
    delete stripped[key];
  }
  return stripped;
}

/** Other events are ignored. Call it inside a transaction. */
export function identifyGroup(ctx: Pick<Context, "db">, event: GroupEvent): void {
  if (event.event !== "$groupidentify") return;
  const { projectId, timestampMs, properties } = event;
  const groupType = properties["$group_type"];
  const given = properties["$group_key"];
  if (typeof groupType !== "string" || groupType === "" || given === undefined || given === null) return;
  const key = toGroupKey(given);
  if (key === "") return;
  const index = groupTypeIndex(ctx, projectId, toStorableText(groupType));
  if (index === null) return;
  const added = properties["$group_set"];
  const isObject = typeof added === "object" && added !== null && !Array.isArray(added);
  setGroup(ctx, { projectId, index, key, createdAtMs: timestampMs, properties: isObject ? { ...added } : {} });
}

interface GroupSet {
  projectId: number;
  index: number;
  key: string;
  createdAtMs: number;
  properties: Record<string, unknown>;
}

function setGroup({ db }: Pick<Context, "db">, group: GroupSet): void {
  const stored = db
    .sql<string>(
      `SELECT ${sound("groups", "g", "properties")} FROM groups g
       WHERE project_id = ? AND group_type_index = ? AND group_key = ?`,
    )
    .pluck()
    .get(group.projectId, group.index, group.key);
  const before = stored === undefined ? {} : (JSON.parse(stored) as Record<string, unknown>);
  const text = toJson({ ...before, ...group.properties });
  db.sql(
    `INSERT INTO groups (project_id, group_type_index, group_key, properties, created_at, text_sum)
     VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (project_id, group_type_index, group_key)
     DO UPDATE SET properties = excluded.properties, text_sum = excluded.text_sum`,
  ).run(group.projectId, group.index, group.key, text, group.createdAtMs, textsSum(group.key, text));
}

/** A new type takes the lowest free index; null when all five are taken. */
function groupTypeIndex({ db }: Pick<Context, "db">, projectId: number, groupType: string): number | null {
  const known = db
    .sql<number>("SELECT group_type_index FROM group_types WHERE project_id = ? AND group_type = ?")
    .pluck()
    .get(projectId, groupType);
  if (known !== undefined) return known;
  const taken = new Set(
    db.sql<number>("SELECT group_type_index FROM group_types WHERE project_id = ?").pluck().all(projectId),
  );
  for (let index = 0; index < MAX_GROUP_TYPES; index++) {
    if (taken.has(index)) continue;
    db.sql("INSERT INTO group_types (project_id, group_type_index, group_type) VALUES (?, ?, ?)").run(
      projectId,
      index,
      groupType,
    );
    return index;
  }
  return null;
}

/** Converts a group key of any JSON value to text. */
export function toGroupKey(value: unknown): string {
  return toStorableText(typeof value === "string" ? value : JSON.stringify(value));
}
