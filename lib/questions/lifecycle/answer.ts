import * as v from "valibot";
import type { Project } from "../../admin/projects/index.ts";
import type { FilterGroup } from "../../events/filters/index.ts";
import type { DateRange } from "../../port/range.ts";
import { answerNode } from "../shared/answer-node.ts";
import { answeredAs, lineEntries } from "../shared/answer-response.ts";
import { openQuestion } from "../shared/answer.ts";
import type { Asked, Asks } from "../shared/answer.ts";
import { ask } from "../shared/ask.ts";
import { toBuckets } from "../shared/buckets.ts";
import { formatShortLabel, nextInterval, startOfInterval } from "../shared/calendar.ts";
import type { Entity } from "../shared/entity.ts";
import { nodeRange } from "../shared/node-question.ts";
import { overrideInsight } from "../shared/override-insight.ts";
import { total } from "../shared/points.ts";
import { defineQuery } from "../shared/query-kind.ts";
import type { AskedHow, Run } from "../shared/query-kind.ts";
import { resolveEntities } from "../shared/resolve-entities.ts";
import { toCommonFilters, toSelection } from "../shared/selection.ts";
import type { Resolved } from "../shared/selection.ts";
import { toSessionRange } from "../shared/session-range.ts";
import { LifecycleQueryNode, readLifecycle } from "./node.ts";
import type { LifecycleQuery, LifecycleQueryRead } from "./node.ts";
import { lifecycleToHogQL } from "./lifecycle-hogql.ts";
import type { LifecycleAnswer, LifecyclePlan } from "./plan.ts";

/** The statuses, in the order of answers. */
export const STATUSES = ["new", "returning", "resurrecting", "dormant"] as const;

const Line = v.object({
  status: v.picklist(STATUSES),
  /** `label`: `$pageview - new`. `count`: the sum of `data`. `data`: persons per period; of dormant ones the negative. */
  ...lineEntries,
  days: v.array(v.string()),
});

/** The persons of one status. Source: reference/query.md 5. */
export interface LifecycleLine extends v.InferOutput<typeof Line> {
  action: { id: string; math: "total"; name: string; order: number; type: "events" };
}

export interface LifecycleQueryTypes {
  kind: "LifecycleQuery";
  node: LifecycleQueryNode;
  answer: { results: LifecycleLine[]; hogql: string | null };
}

export const lifecycleQuery = defineQuery<LifecycleQueryTypes>()({
  kind: "LifecycleQuery",
  summary: "Counts new, returning, resurrecting and dormant persons.",
  savedIn: "InsightVizNode",
  isKept: true,
  node: LifecycleQueryNode,
  example: { kind: "LifecycleQuery", series: [{ kind: "EventsNode", event: "opened" }], interval: "week" },
  answer: v.object({ results: answeredAs<LifecycleLine[]>(v.array(Line)), hogql: v.nullable(v.string()) }),
  override: overrideInsight,
  run: runLifecycle,
});

/**
 * Counts the persons (or groups) of each status by the first entity; no lines when there is no entity, or its action
 * does not exist.
 */
async function runLifecycle(
  ctx: Asks,
  project: Project,
  node: LifecycleQueryRead,
  how: AskedHow,
): Promise<Run<LifecycleQueryTypes>> {
  const query = readLifecycle(node);
  const asked = openQuestion(ctx, project, "");
  const range = await nodeRange(ctx, asked, query.dates);
  const wanted = { kind: "LifecycleQuery", filter: query, ranges: [range] };
  return answerNode(ctx, asked, wanted, how, async () => {
    const counted = await countLifecycle(ctx, asked, query, range);
    if (counted === null) return { results: [], hogql: null };
    return { results: toLines(asked, query, counted), hogql: lifecycleToHogQL(query, counted.plan) };
  });
}

export interface CountedLifecycle extends Pick<LifecyclePlan, "edgesMs" | "range"> {
  entity: Entity;
  plan: LifecyclePlan;
  found: LifecycleAnswer;
  days: string[];
  labels: string[];
}

/** @returns null = there is no entity, or its action does not exist */
export async function countLifecycle(
  ctx: Asks,
  asked: Asked,
  query: LifecycleQuery,
  range: DateRange,
): Promise<CountedLifecycle | null> {
  const [first] = resolveEntities(ctx, asked.project.id, query.entities.slice(0, 1)) ?? [];
  if (first === undefined) return null;
  const { edgesMs, days, labels } = toBuckets(range, query.dates.interval, asked.calendar);
  const plan = toLifecyclePlan(asked, query, first, edgesMs);
  const found = await ask(ctx, plan);
  return { entity: first.entity, found, days, labels, plan, edgesMs: plan.edgesMs, range: plan.range };
}

function toLines({ calendar }: Asked, { dates }: LifecycleQuery, counted: CountedLifecycle): LifecycleLine[] {
  const { entity, found, days, edgesMs } = counted;
  const { name } = entity;
  const labels = edgesMs.slice(1).map((ms) => formatShortLabel(ms, dates.interval, calendar.timezone));
  return STATUSES.map((status) => {
    const data = toData(found, status);
    return {
      status,
      label: `${name} - ${status}`,
      count: total(data),
      data,
      labels,
      days,
      action: { id: name, math: "total", name, order: 0, type: "events" },
    };
  });
}

/** Events without a person profile have nobody who could be new (docs/exactness.md). */
const OF_PERSONS: FilterGroup = {
  type: "AND",
  values: [{ type: "event", key: "$process_person_profile", operator: "is_not", value: ["false"], negation: false }],
};

/** A plan of the periods that begin at `edgesMs`; the first only serves to look back. */
export function toLifecyclePlan(
  { project, calendar }: Pick<Asked, "project" | "calendar">,
  query: LifecycleQuery,
  resolved: Resolved,
  edgesMs: number[],
): LifecyclePlan {
  const { actors, dates } = query;
  const [firstMs = 0] = edgesMs;
  const lookBackMs = startOfInterval(firstMs - 1, dates.interval, calendar);
  const untilMs = nextInterval(edgesMs.at(-1) ?? firstMs, dates.interval, calendar);
  const range = { fromMs: lookBackMs, untilMs };
  const common = toCommonFilters(project, query);
  const filters = actors.by === "persons" ? [...common, OF_PERSONS] : common;
  return {
    kind: "lifecycle",
    projectId: project.id,
    range,
    edgesMs: [lookBackMs, ...edgesMs],
    sessionRange: toSessionRange(range),
    select: { ...toSelection(resolved, filters), needsPerson: true },
    actors,
  };
}

/** Persons of a status per period, as answers show them: dormant ones below zero. */
export function toData(found: LifecycleAnswer, status: keyof LifecycleAnswer): number[] {
  // `0 - actors` is never -0.
  return status === "dormant" ? found[status].map((actors) => 0 - actors) : found[status];
}
