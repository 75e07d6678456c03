import * as v from "valibot";
import type { Project } from "../../admin/projects/index.ts";
import type { ActorKind } from "../../port/actors.ts";
import type { DateRange } from "../../port/range.ts";
import { answerNode } from "../shared/answer-node.ts";
import { answeredAs, comparedEntries, lineEntries } from "../shared/answer-response.ts";
import { openQuestion } from "../shared/answer.ts";
import type { Asked, Asks } from "../shared/answer.ts";
import { ask } from "../shared/ask.ts";
import { toBuckets } from "../shared/buckets.ts";
import { startOfInterval } from "../shared/calendar.ts";
import type { Compared } from "../shared/compare.ts";
import type { Entity } from "../shared/entity.ts";
import { nodeRanges } from "../shared/node-question.ts";
import { overrideInsight } from "../shared/override-insight.ts";
import { total } from "../shared/points.ts";
import { defineQuery } from "../shared/query-kind.ts";
import type { AskedHow, Run } from "../shared/query-kind.ts";
import { resolveEntities } from "../shared/resolve-entities.ts";
import { toCommonFilters, toSelection } from "../shared/selection.ts";
import type { Resolved } from "../shared/selection.ts";
import { toSessionRange } from "../shared/session-range.ts";
import { readStickiness, StickinessQueryNode } from "./node.ts";
import type { StickinessQuery, StickinessQueryRead } from "./node.ts";
import type { StickinessPlan } from "./plan.ts";
import { stickinessToHogQL } from "./stickiness-hogql.ts";

const Line = v.object({
  /**
   * `count`: persons who did it at all. `data`, place 0: persons active in exactly one interval (cumulative: in one or more);
   * place 1: in two; … `labels`: `1 day`, `2 days`, …; cumulative `1 day or more`.
   */
  ...lineEntries,
  /** 1, 2, … */
  days: v.array(v.number()),
  ...comparedEntries,
});

/** How faithfully one series is used. Source: reference/query.md 5. */
export interface StickinessLine extends v.InferOutput<typeof Line> {
  action: Pick<Entity, "order" | "type" | "name" | "id" | "custom_name">;
}

export interface StickinessQueryTypes {
  kind: "StickinessQuery";
  node: StickinessQueryNode;
  answer: { results: StickinessLine[]; hogql: string | null };
}

export const stickinessQuery = defineQuery<StickinessQueryTypes>()({
  kind: "StickinessQuery",
  summary: "Counts persons by the number of intervals in which they did it.",
  savedIn: "InsightVizNode",
  isKept: true,
  node: StickinessQueryNode,
  example: {
    kind: "StickinessQuery",
    series: [{ kind: "EventsNode", event: "opened" }],
    dateRange: { date_from: "-30d" },
  },
  answer: v.object({ results: answeredAs<StickinessLine[]>(v.array(Line)), hogql: v.nullable(v.string()) }),
  override: overrideInsight,
  run: runStickiness,
});

/** Counts persons (or groups, with math unique_group) by the number of intervals of the range in which they did it. */
async function runStickiness(
  ctx: Asks,
  project: Project,
  node: StickinessQueryRead,
  how: AskedHow,
): Promise<Run<StickinessQueryTypes>> {
  const query = readStickiness(node);
  const asked = openQuestion(ctx, project, "");
  const ranges = await stickinessRanges(ctx, asked, query);
  return answerNode(ctx, asked, { kind: "StickinessQuery", filter: query, ranges }, how, async () => {
    const counted = await countStickiness(ctx, asked, query, ranges);
    const [only, ...more] = counted;
    const plan = more.length === 0 ? only?.plan : null;
    return { results: counted.map((each) => toLine(query, each)), hogql: plan ? stickinessToHogQL(query, plan) : null };
  });
}

/** The range, and the range that it is compared with: whole periods, unless the dates are exact. */
export async function stickinessRanges(ctx: Asks, asked: Asked, { dates }: StickinessQuery): Promise<DateRange[]> {
  const ranges = await nodeRanges(ctx, asked, dates);
  if (dates.isExplicit) return ranges;
  // The first interval counts as a whole.
  return ranges.map(({ fromMs, untilMs }) => ({
    fromMs: startOfInterval(fromMs, dates.interval, asked.calendar),
    untilMs,
  }));
}

export interface CountedStickiness {
  entity: Entity;
  /** Place 0: actors active in exactly one interval. */
  active: number[];
  range: DateRange;
  compared: Partial<Compared>;
  /** Null = its action does not exist. */
  plan: StickinessPlan | null;
}

/** The numbers of each entity in each range; empty for an action that does not exist. */
export async function countStickiness(
  ctx: Asks,
  asked: Asked,
  query: StickinessQuery,
  ranges: DateRange[],
): Promise<CountedStickiness[]> {
  const counted: CountedStickiness[] = [];
  for (const entity of query.entities) {
    const [resolved] = resolveEntities(ctx, asked.project.id, [entity]) ?? [];
    for (const [index, range] of ranges.entries()) {
      const compared: Partial<Compared> =
        ranges.length === 1 ? {} : { compare: true, compare_label: index === 0 ? "current" : "previous" };
      const plan = toStickinessPlan(asked, query, resolved ?? { entity, action: null }, range);
      const active = resolved === undefined ? plan.edgesMs.map(() => 0) : (await ask(ctx, plan)).actors;
      counted.push({
        entity: resolved?.entity ?? entity,
        active,
        range,
        compared,
        plan: resolved === undefined ? null : plan,
      });
    }
  }
  return counted;
}

export function toStickinessPlan(
  { project, calendar }: Pick<Asked, "project" | "calendar">,
  query: StickinessQuery,
  resolved: Resolved,
  range: DateRange,
): StickinessPlan {
  const { dates, intervals, criterion } = query;
  const select = toSelection(resolved, toCommonFilters(project, query));
  const { edgesMs } = toBuckets(range, dates.interval, calendar);
  return {
    kind: "stickiness",
    projectId: project.id,
    range,
    edgesMs: edgesMs.filter((_, index) => index % intervals === 0),
    sessionRange: toSessionRange(range),
    select: { ...select, needsPerson: true },
    actors: toActors(resolved.entity),
    ...(criterion !== null && { criterion }),
  };
}

function toActors({ math_group_type_index: groupTypeIndex }: Entity): ActorKind {
  return groupTypeIndex === null ? { by: "persons" } : { by: "groups", groupTypeIndex };
}

function toLine(query: StickinessQuery, { entity, active, compared }: CountedStickiness): StickinessLine {
  const { order, type, name, id, custom_name } = entity;
  const { isCumulative, dates } = query;
  const ending = isCumulative ? " or more" : "";
  return {
    label: name,
    count: total(active),
    data: isCumulative ? active.map((_, index) => total(active.slice(index))) : active,
    days: active.map((_, index) => index + 1),
    labels: toLabels(active, dates.interval).map((label) => `${label}${ending}`),
    action: { order, type, name, id, custom_name },
    ...compared,
  };
}

/** `1 day`, `2 days`, … */
export function toLabels(active: readonly number[], interval: string): string[] {
  return active.map((_, index) => `${index + 1} ${interval}${index === 0 ? "" : "s"}`);
}
