import * as v from "valibot";
import type { Project } from "../../admin/projects/index.ts";
import { defineQuery } from "../../questions/index.ts";
import type { AskedHow, Run } from "../../questions/index.ts";
import { readFilters } from "../../sql/index.ts";
import type { QueryAsks } from "../query-asks.ts";
import { isGrouped, runTable, toTablePage } from "./run-table.ts";
import type { RanTable } from "./run-table.ts";
import { readColumn } from "./table-column.ts";
import type { SpecialColumn } from "./table-column.ts";
import { Expressions, filled, tableAnswer, tableFields, TableFilters } from "./table-fields.ts";
import { tableOrder } from "./table-order.ts";

/** A list of groups: a node of kind GroupsQuery. Source: reference/query.md 4.13. */
const GroupsNode = v.strictObject({
  kind: v.literal("GroupsQuery"),
  /** Groups of this type, 0 to 4. */
  group_type_index: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(4)),
  /** Expressions, or `group_name`. @default ["group_name", "key", "created_at"] */
  select: Expressions,
  /** Part of a name or a key, in any letter case. */
  search: v.nullish(v.pipe(v.string(), v.maxLength(1000))),
  /** Filters on the groups' properties; expressions name these as `properties.size`. */
  properties: TableFilters,
  /** Expressions with ` ASC` or ` DESC`. */
  orderBy: Expressions,
  ...tableFields,
});

export interface GroupsQueryTypes {
  kind: "GroupsQuery";
  node: v.InferInput<typeof GroupsNode>;
  answer: RanTable;
}

export const groupsQuery = defineQuery<GroupsQueryTypes, QueryAsks>()({
  kind: "GroupsQuery",
  summary: "Lists the groups of a type.",
  node: GroupsNode,
  example: { kind: "GroupsQuery", group_type_index: 0, search: "acme" },
  answer: v.object(tableAnswer),
  override: (node) => node,
  run: runGroups,
});

const DEFAULT_SELECT = ["group_name", "key", "created_at"];

async function runGroups(
  ctx: QueryAsks,
  project: Project,
  node: v.InferOutput<typeof GroupsNode>,
  { keyId }: AskedHow,
): Promise<Run<GroupsQueryTypes>> {
  const { group_type_index: index, search, properties } = node;
  const columns = (node.select ?? DEFAULT_SELECT).map((text) => readColumn(text, specialColumn));
  const order = tableOrder(node.orderBy, columns, { time: "created_at", findSpecial: specialColumn });
  const found = search
    ? [`positionCaseInsensitive(${NAME}, {hoglet_search}) > 0 OR positionCaseInsensitive(key, {hoglet_search}) > 0`]
    : [];
  const own = filled(properties).map((filter) => ofGroups(filter, index));
  return runTable(
    ctx,
    project,
    {
      from: "groups",
      columns,
      where: ["{filters}", `index = ${index}`, ...found],
      having: [],
      filters: readFilters(project, { properties: own }, ctx.clock.now()),
      values: { hoglet_search: search ?? "" },
      orderBy: isGrouped({ columns, having: [], orderBy: order })
        ? order
        : [...order, { sort: "key", isDescending: false }],
      ...toTablePage(node),
    },
    keyId,
  );
}

/** Filters of any type are about the groups; an expression names what it is about. */
function ofGroups(filter: Record<string, unknown>, index: number): Record<string, unknown> {
  return filter["type"] === "hogql" ? filter : { group_type_index: index, ...filter, type: "group" };
}

/** A group without a name shows its key. */
const NAME = "coalesce(nullIf(toString(properties.name), ''), key)";

function specialColumn(name: string): SpecialColumn | undefined {
  return name === "group_name" ? { parts: [NAME], sort: NAME, toValue: ([text]) => text } : undefined;
}
