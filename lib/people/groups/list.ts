import * as v from "valibot";
import type { Context } from "../context.ts";
import { isAscii } from "../../storage/index.ts";
import { pageEntries } from "../../base/page.ts";
import type { Page } from "../../base/page.ts";
import type { Project } from "../../admin/projects/index.ts";
import { toGroupRecord } from "./record.ts";
import type { GroupRecord } from "./record.ts";
import { GroupTypeIndex } from "./type-index.ts";
import { and, desc, eq, or, pages, sql } from "../../storage/queries/index.ts";
import type { SQLWrapper } from "../../storage/queries/index.ts";
import { groups } from "../../storage/tables/index.ts";

/** Filters for groups. */
export const GroupListQuery = v.object({
  ...pageEntries,
  group_type_index: GroupTypeIndex,
  /** Part of the key or of the property `name`, in any letter case; empty = absent. */
  search: v.exactOptional(v.string()),
});
export type GroupListQuery = v.InferOutput<typeof GroupListQuery>;
export type GroupListInput = v.InferInput<typeof GroupListQuery>;

interface Wanted {
  projectId: number;
  index: number;
  /** Text to search for in keys and names, in lower case; null = any group. */
  search: string | null;
}

// SQLite's lower() knows only ASCII, and is faster.
const ASCII_PAGES = definePages("lower");
const ALL_PAGES = definePages("hoglet_lower");

function definePages(lower: "lower" | "hoglet_lower") {
  // Not LIKE: keys may hold % and _.
  const holds = (text: SQLWrapper, search: string | null) => sql`instr(${sql.raw(lower)}(${text}), ${search}) > 0`;
  // Index groups_by_key.
  const isWanted = ({ projectId, index, search }: Wanted) =>
    and(
      eq(groups.projectId, projectId),
      eq(groups.groupTypeIndex, index),
      or(sql`${search} IS NULL`, holds(groups.groupKey, search), holds(sql`${groups.properties} ->> '$.name'`, search)),
    );
  return pages(groups, isWanted, desc(groups.createdAt), desc(groups.id));
}

/** Groups with a `$groupidentify`, newest first. */
export function listGroups({ db }: Pick<Context, "db">, project: Project, query: GroupListQuery): Page<GroupRecord> {
  const search = query.search?.toLowerCase() || null;
  const listed = isAscii(search ?? "") ? ASCII_PAGES : ALL_PAGES;
  const { count, rows } = listed(db, { projectId: project.id, index: query.group_type_index, search }, query);
  return { count, results: rows.map(toGroupRecord) };
}
