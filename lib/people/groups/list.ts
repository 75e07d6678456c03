import * as v from "valibot";
import type { Context } from "../context.ts";
import { isAscii } from "../../storage/index.ts";
import { pageEntries } from "../../base/page.ts";
import type { Page } from "../../base/page.ts";
import type { Project } from "../../admin/projects/index.ts";
import { GROUP_COLUMNS, toRecord } from "./record.ts";
import type { GroupRecord, GroupRow } from "./record.ts";
import { GroupTypeIndex } from "./type-index.ts";

/** Filters for groups. */
export const GroupListQuery = v.object({
  ...pageEntries,
  group_type_index: GroupTypeIndex,
  /** Part of the key or of the property `name`, in any letter case; empty = absent. */
  search: v.exactOptional(v.string()),
});
export type GroupListQuery = v.InferOutput<typeof GroupListQuery>;
export type GroupListInput = v.InferInput<typeof GroupListQuery>;

/** The groups of one type with a `$groupidentify`, newest first. */
export function listGroups({ db }: Pick<Context, "db">, project: Project, query: GroupListQuery): Page<GroupRecord> {
  const lower = isAscii(query.search?.toLowerCase() ?? "") ? "lower" : "hoglet_lower";
  // Index groups_by_key. instr instead of LIKE, because keys may hold % and _.
  const from = `FROM groups WHERE project_id = @projectId AND group_type_index = @index AND (@search IS NULL
      OR instr(${lower}(group_key), @search) > 0 OR instr(${lower}(properties ->> '$.name'), @search) > 0)`;
  const values = { projectId: project.id, index: query.group_type_index, search: query.search?.toLowerCase() || null };
  const count = db.sql(`SELECT count(*) ${from}`).pluck().get(values) as number;
  const rows = db
    .sql(`SELECT ${GROUP_COLUMNS} ${from} ORDER BY created_at DESC, id DESC LIMIT @limit OFFSET @offset`)
    .all({ ...values, limit: query.limit, offset: query.offset }) as GroupRow[];
  return { count, results: rows.map(toRecord) };
}
