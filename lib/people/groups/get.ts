import * as v from "valibot";
import type { Context } from "../context.ts";
import { notFound } from "../../base/errors.ts";
import type { Project } from "../../admin/projects/index.ts";
import { GROUP_COLUMNS, toRecord } from "./record.ts";
import type { GroupRecord, GroupRow } from "./record.ts";
import { GroupTypeIndex } from "./type-index.ts";

/** Names one group. */
export const GroupName = v.object({ group_type_index: GroupTypeIndex, group_key: v.string() });
export type GroupName = v.InferOutput<typeof GroupName>;
export type GroupNameInput = v.InferInput<typeof GroupName>;

/** The group of this type and key. @throws notFound without a `$groupidentify` */
export function getGroup({ db }: Pick<Context, "db">, project: Project, name: GroupName): GroupRecord {
  const row = db
    .sql(`SELECT ${GROUP_COLUMNS} FROM groups WHERE project_id = ? AND group_type_index = ? AND group_key = ?`)
    .get(project.id, name.group_type_index, name.group_key);
  if (row === undefined) throw notFound();
  return toRecord(row as GroupRow);
}
