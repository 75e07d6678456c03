import type { Context } from "../context.ts";
import { toJson } from "../storage/index.ts";

/** A project has at most this many group types; further ones are ignored (reference/capture.md 18). */
const MAX_GROUP_TYPES = 5;

/** Longer group keys are not identified. */
const MAX_GROUP_KEY_LENGTH = 400;

/** The part of an event that concerns groups. */
export interface GroupEvent {
  projectId: number;
  event: string;
  timestampMs: number;
  properties: Record<string, unknown>;
}

/** Writes `$group_0` … `$group_4` into the properties of an event that names `$groups`. Call inside a transaction. */
export function tagGroups(ctx: Pick<Context, "db">, { projectId, properties }: GroupEvent): void {
  const named = properties["$groups"];
  if (typeof named !== "object" || named === null || Array.isArray(named)) return;
  for (const [groupType, key] of Object.entries(named)) {
    const index = groupTypeIndex(ctx, projectId, groupType);
    if (index !== null && key !== null && key !== undefined) properties[`$group_${index}`] = toText(key);
  }
}

/** Removes the group keys from an event that is not processed for a person. */
export function stripGroups(properties: Record<string, unknown>): void {
  for (let index = 0; index < MAX_GROUP_TYPES; index++) {
    const key = `$group_${index}`;
    if (key in properties) delete properties[key];
  }
}

/** Writes the group that a `$groupidentify` event describes; other events are left alone. Call inside a transaction. */
export function identifyGroup(ctx: Pick<Context, "db">, event: GroupEvent): void {
  if (event.event !== "$groupidentify") return;
  const { projectId, timestampMs, properties } = event;
  const groupType = properties["$group_type"];
  const given = properties["$group_key"];
  if (typeof groupType !== "string" || groupType === "" || given === undefined || given === null) return;
  const key = toText(given);
  if (key === "" || key.length > MAX_GROUP_KEY_LENGTH) return;
  const index = groupTypeIndex(ctx, projectId, groupType);
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
    .sql("SELECT properties FROM groups WHERE project_id = ? AND group_type_index = ? AND group_key = ?")
    .pluck()
    .get(group.projectId, group.index, group.key) as string | undefined;
  const before = stored === undefined ? {} : (JSON.parse(stored) as Record<string, unknown>);
  db.sql(
    `INSERT INTO groups (project_id, group_type_index, group_key, properties, created_at) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (project_id, group_type_index, group_key) DO UPDATE SET properties = excluded.properties`,
  ).run(group.projectId, group.index, group.key, toJson({ ...before, ...group.properties }), group.createdAtMs);
}

/** The index of a group type, taking the lowest free one for a new type; null when all five are taken. */
function groupTypeIndex({ db }: Pick<Context, "db">, projectId: number, groupType: string): number | null {
  const known = db
    .sql("SELECT group_type_index FROM group_types WHERE project_id = ? AND group_type = ?")
    .pluck()
    .get(projectId, groupType) as number | undefined;
  if (known !== undefined) return known;
  const taken = new Set(
    db.sql("SELECT group_type_index FROM group_types WHERE project_id = ?").pluck().all(projectId) as number[],
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

function toText(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
