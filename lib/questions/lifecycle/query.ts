import * as v from "valibot";
import type { Project } from "../../admin/projects/index.ts";
import type { ActorKind } from "../../port/actors.ts";
import type { DateRange } from "../../port/range.ts";
import { answerNode } from "../shared/answer-node.ts";
import { lineEntries } from "../shared/answer-response.ts";
import { openQuestion } from "../shared/answer.ts";
import type { Asked, Asks } from "../shared/answer.ts";
import { ask } from "../shared/ask.ts";
import { toBuckets } from "../shared/buckets.ts";
import { formatShortLabel } from "../shared/calendar.ts";
import type { EntityQuery } from "../shared/entity-query.ts";
import { nodeRanges, toNodeFields } from "../shared/node-question.ts";
import { nodeToFilters, toSnakeCase } from "../shared/node-to-filters.ts";
import type { RequestFields } from "../shared/request-fields.ts";
import { overrideInsight } from "../shared/override-insight.ts";
import { total } from "../shared/points.ts";
import { defineQuery } from "../shared/query-kind.ts";
import type { AskedHow, Run } from "../shared/query-kind.ts";
import { resolveEntities } from "../shared/resolve-entities.ts";
import { STATUSES, toData, toLifecyclePlan } from "./answer.ts";
import { LifecycleQueryNode } from "./query-node.ts";
import type { LifecycleQueryRead } from "./query-node.ts";
import { parseLifecycleQuery } from "./question.ts";

/** The persons of one status. Source: reference/query.md 5. */
export interface LifecycleLine {
  status: (typeof STATUSES)[number];
  /** `$pageview - new` */
  label: string;
  /** Sum of `data`. */
  count: number;
  /** Persons per period; of dormant ones the negative. */
  data: number[];
  labels: string[];
  days: string[];
  action: { id: string; math: "total"; name: string; order: number; type: "events" };
}

export interface LifecycleQueryTypes {
  kind: "LifecycleQuery";
  node: LifecycleQueryNode;
  answer: { results: LifecycleLine[] };
}

/** Lifecycles by a query node. */
export const lifecycleQuery = defineQuery<LifecycleQueryTypes>()({
  kind: "LifecycleQuery",
  summary: "Counts new, returning, resurrecting and dormant persons.",
  savedIn: "InsightVizNode",
  isKept: true,
  node: LifecycleQueryNode,
  example: { kind: "LifecycleQuery", series: [{ kind: "EventsNode", event: "opened" }], interval: "week" },
  answer: v.object({
    results: v.array(v.object({ status: v.picklist(STATUSES), ...lineEntries, days: v.array(v.string()) })),
  }),
  override: overrideInsight,
  run: runLifecycle,
});

/** The older `filters` of a LifecycleQuery. */
export function lifecycleToFilters({ lifecycleFilter, ...node }: LifecycleQueryRead): RequestFields {
  return {
    ...nodeToFilters(node, "LIFECYCLE"),
    ...toSnakeCase(lifecycleFilter, { toggledLifecycles: "toggledLifecycles" }),
  };
}

async function runLifecycle(
  ctx: Asks,
  project: Project,
  node: LifecycleQueryRead,
  how: AskedHow,
): Promise<Run<LifecycleQueryTypes>> {
  const { fields, dates } = toNodeFields(lifecycleToFilters(node));
  const query = parseLifecycleQuery(fields);
  const asked = openQuestion(ctx, project, "");
  const ranges = await nodeRanges(ctx, asked, query, { ...dates, compare: null });
  const actors = toActors(node);
  const wanted = { kind: "LifecycleQuery", filter: [query.filter, actors], ranges };
  return answerNode(ctx, asked, wanted, how, async () => ({
    results: await compute(ctx, asked, { query, actors }, ranges),
  }));
}

/** The actors of a lifecycle: `filters` know those of persons alone. */
export function toActors({ aggregation_group_type_index: groupTypeIndex }: LifecycleQueryRead): ActorKind {
  return typeof groupTypeIndex === "number" ? { by: "groups", groupTypeIndex } : { by: "persons" };
}

async function compute(
  ctx: Asks,
  asked: Asked,
  { query, actors }: { query: EntityQuery; actors: ActorKind },
  [range]: DateRange[],
): Promise<LifecycleLine[]> {
  const [first] = resolveEntities(ctx, asked.project.id, query.entities.slice(0, 1)) ?? [];
  if (first === undefined || range === undefined) return [];
  const { timezone } = asked.calendar;
  const { edgesMs, days } = toBuckets(range, query.interval, asked.calendar);
  const found = await ask(ctx, toLifecyclePlan(asked, query, first, { edgesMs, actors }));
  const { name } = first.entity;
  return STATUSES.map((status) => {
    const data = toData(found, status);
    return {
      status,
      label: `${name} - ${status}`,
      count: total(data),
      data,
      labels: edgesMs.map((ms) => formatShortLabel(ms, query.interval, timezone)),
      days,
      action: { id: name, math: "total", name, order: 0, type: "events" },
    };
  });
}
