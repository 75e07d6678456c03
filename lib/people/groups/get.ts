import * as v from "valibot";
import type { Context } from "../context.ts";
import { notFound } from "../../base/errors.ts";
import type { Project } from "../../admin/projects/index.ts";
import { toGroupRecord } from "./record.ts";
import type { GroupRecord } from "./record.ts";
import { GroupTypeIndex } from "./type-index.ts";
import { and, eq, query } from "../../storage/queries/index.ts";
import { groups } from "../../storage/tables/index.ts";

/** Names one group. */
export const GroupName = v.object({ group_type_index: GroupTypeIndex, group_key: v.string() });
export type GroupName = v.InferOutput<typeof GroupName>;
export type GroupNameInput = v.InferInput<typeof GroupName>;

const groupByKey = query((db, given: { projectId: number; index: number; key: string }) =>
  db
    .select()
    .from(groups)
    .where(
      and(
        eq(groups.projectId, given.projectId),
        eq(groups.groupTypeIndex, given.index),
        eq(groups.groupKey, given.key),
      ),
    ),
);

/** The group of this type and key. @throws notFound without a `$groupidentify` */
export function getGroup({ db }: Pick<Context, "db">, project: Project, name: GroupName): GroupRecord {
  const row = groupByKey.get(db, { projectId: project.id, index: name.group_type_index, key: name.group_key });
  if (row === undefined) throw notFound();
  return toGroupRecord(row);
}
