import * as v from "valibot";
import type { Project } from "../../admin/projects/index.ts";
import { defineQuery } from "../../questions/index.ts";
import type { AskedHow, Run } from "../../questions/index.ts";
import type { SqlCondition } from "../../hogql/index.ts";
import type { QueryAsks } from "../query-asks.ts";
import { overrideRange } from "../override-range.ts";
import { isIn } from "../tables/event-conditions.ts";
import { isOfPerson } from "../tables/events-query.ts";
import { toTablePage } from "../tables/run-table.ts";
import { filled, pageFields } from "../tables/table-fields.ts";
import { Trace, traceFields } from "./trace-fields.ts";
import { findTraces, readTraces } from "./trace-rows.ts";
import type { TraceRange } from "./trace-rows.ts";
import { toTrace } from "./to-trace.ts";
import { toTraceRange } from "./trace-range.ts";

/** A list of traces of language models: a node of kind TracesQuery. Source: reference/ai.md 4. */
const TracesNode = v.strictObject({
  kind: v.literal("TracesQuery"),
  filterTestAccounts: v.nullish(v.boolean()),
  /** Traces with an event of this person: the UUID, or the number. */
  personId: v.nullish(v.union([v.string(), v.number()])),
  /** Traces with an event of this group; needs `groupTypeIndex`. */
  groupKey: v.nullish(v.string()),
  groupTypeIndex: v.nullish(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(4))),
  // How clients draw it.
  showColumnConfigurator: v.nullish(v.boolean()),
  ...pageFields,
  ...traceFields,
});
type TracesNode = v.InferOutput<typeof TracesNode>;

export interface TracesQueryTypes {
  kind: "TracesQuery";
  node: v.InferInput<typeof TracesNode>;
  answer: { results: Trace[]; hasMore: boolean; limit: number; offset: number };
}

export const tracesQuery = defineQuery<TracesQueryTypes, QueryAsks>()({
  kind: "TracesQuery",
  summary: "Lists traces of language models with their costs, tokens and latency.",
  node: TracesNode,
  example: { kind: "TracesQuery", dateRange: { date_from: "-7d" }, limit: 10 },
  answer: v.object({ results: v.array(Trace), hasMore: v.boolean(), limit: v.number(), offset: v.number() }),
  override: overrideRange,
  run: runTraces,
});

/** The default beginning. */
const A_WEEK_AGO = "-7dStart";

async function runTraces(
  ctx: QueryAsks,
  project: Project,
  node: TracesNode,
  how: AskedHow,
): Promise<Run<TracesQueryTypes>> {
  const page = toTablePage(node);
  const range = toTraceRange(ctx, project, node.dateRange, A_WEEK_AGO);
  const asked: TraceRange = {
    range,
    filters: { properties: filled(node.properties), filterTestAccounts: node.filterTestAccounts },
    conditions: toConditions(ctx, project, node),
  };
  const { ids, hasMore } = await findTraces(ctx, project, { ...asked, page }, how);
  const rows = await readTraces(ctx, project, { ids, range, isWhole: false }, how);
  const results = ids.flatMap((id) => {
    const events = rows.get(id);
    return events === undefined ? [] : toTrace(id, events);
  });
  return { results, hasMore, ...page };
}

function toConditions(ctx: QueryAsks, project: Project, node: TracesNode): SqlCondition[] {
  const { personId, groupKey, groupTypeIndex } = node;
  return [
    ...(personId === null || personId === undefined ? [] : [isOfPerson(ctx, project, personId)]),
    ...(typeof groupKey === "string" && typeof groupTypeIndex === "number"
      ? [isIn(`$group_${groupTypeIndex}`, [groupKey])]
      : []),
  ];
}
