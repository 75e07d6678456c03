import * as v from "valibot";
import type { Project } from "../../admin/projects/index.ts";
import type { DateRange } from "../../port/range.ts";
import { answerNode } from "../shared/answer-node.ts";
import { comparedEntries, lineEntries } from "../shared/answer-response.ts";
import { openQuestion } from "../shared/answer.ts";
import type { Asked, Asks } from "../shared/answer.ts";
import { ask } from "../shared/ask.ts";
import { toBuckets } from "../shared/buckets.ts";
import type { Compared } from "../shared/compare.ts";
import type { Entity } from "../shared/entity.ts";
import type { EntityQuery } from "../shared/entity-query.ts";
import { nodeRanges, toNodeFields } from "../shared/node-question.ts";
import type { NodeDates } from "../shared/node-question.ts";
import { nodeToFilters, toHiddenKeys, toSnakeCase } from "../shared/node-to-filters.ts";
import type { RequestFields } from "../shared/request-fields.ts";
import { overrideInsight } from "../shared/override-insight.ts";
import { total } from "../shared/points.ts";
import { defineQuery } from "../shared/query-kind.ts";
import type { AskedHow, Run } from "../shared/query-kind.ts";
import { resolveEntities } from "../shared/resolve-entities.ts";
import { toStickinessPlan, toWholePeriods } from "./answer.ts";
import type { StickinessCriterion, StickinessPlan } from "./plan.ts";
import { StickinessQueryNode } from "./query-node.ts";
import type { StickinessQueryRead } from "./query-node.ts";
import { parseStickinessQuery } from "./question.ts";

/** How faithfully one series is used. Source: reference/query.md 5. */
export interface StickinessLine extends Partial<Compared> {
  label: string;
  /** Persons who did it at all. */
  count: number;
  /** Place 0: persons active in exactly one interval (cumulative: in one or more); place 1: in two; … */
  data: number[];
  /** 1, 2, … */
  days: number[];
  /** `1 day`, `2 days`, …; cumulative `1 day or more`. */
  labels: string[];
  action: Pick<Entity, "order" | "type" | "name" | "id" | "custom_name">;
}

export interface StickinessQueryTypes {
  kind: "StickinessQuery";
  node: StickinessQueryNode;
  answer: { results: StickinessLine[] };
}

/** Stickiness by a query node. */
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
  answer: v.object({
    results: v.array(v.object({ ...lineEntries, days: v.array(v.number()), ...comparedEntries })),
  }),
  override: overrideInsight,
  run: runStickiness,
});

/** The older `filters` of a StickinessQuery. */
export function stickinessToFilters({ stickinessFilter, ...node }: StickinessQueryRead): RequestFields {
  const { hiddenLegendIndexes, ...own } = stickinessFilter ?? {};
  return { ...nodeToFilters(node, "STICKINESS"), ...toSnakeCase(own), ...toHiddenKeys(hiddenLegendIndexes) };
}

/** The question of a node. */
interface StickinessNodeQuestion {
  query: EntityQuery;
  /** Intervals that count as one. */
  intervals: number;
  criterion: StickinessCriterion | null;
  isCumulative: boolean;
}

/** The parts of a node that decide when an actor counts as active. */
export function toCounted(node: StickinessQueryRead): Pick<StickinessNodeQuestion, "intervals" | "criterion"> {
  const { operator = "gte", value = 1 } = node.stickinessFilter?.stickinessCriteria ?? {};
  // An actor with any event has one or more.
  const criterion = operator === "gte" && value <= 1 ? null : { operator, value };
  return { intervals: node.intervalCount ?? 1, criterion };
}

/** The plan of a node, from that of the older dialect. */
export function withCounted(
  plan: StickinessPlan,
  { intervals, criterion }: Pick<StickinessNodeQuestion, "intervals" | "criterion">,
): StickinessPlan {
  return { ...plan, edgesMs: everyNth(plan.edgesMs, intervals), ...(criterion !== null && { criterion }) };
}

function everyNth(edgesMs: readonly number[], count: number): number[] {
  return edgesMs.filter((_, index) => index % count === 0);
}

async function runStickiness(
  ctx: Asks,
  project: Project,
  node: StickinessQueryRead,
  how: AskedHow,
): Promise<Run<StickinessQueryTypes>> {
  const { computedAs } = node.stickinessFilter ?? {};
  const { fields, dates } = toNodeFields(stickinessToFilters(node));
  const query = parseStickinessQuery(fields);
  const asked = openQuestion(ctx, project, "");
  const ranges = await toRanges(ctx, asked, query, dates);
  const { intervals, criterion } = toCounted(node);
  const question = { query, intervals, criterion, isCumulative: computedAs === "cumulative" };
  const filter = [query.filter, intervals, criterion, question.isCumulative, dates];
  return answerNode(ctx, asked, { kind: "StickinessQuery", filter, ranges }, how, async () => ({
    results: await compute(ctx, asked, question, ranges),
  }));
}

/** The ranges of a node: of whole periods, unless its dates are exact. */
export async function toRanges(ctx: Asks, asked: Asked, query: EntityQuery, dates: NodeDates): Promise<DateRange[]> {
  const ranges = await nodeRanges(ctx, asked, query, dates);
  return dates.isExplicit ? ranges : ranges.map((range) => toWholePeriods(range, query, asked));
}

async function compute(
  ctx: Asks,
  asked: Asked,
  question: StickinessNodeQuestion,
  ranges: DateRange[],
): Promise<StickinessLine[]> {
  const { query } = question;
  const lines: StickinessLine[] = [];
  for (const entity of query.entities) {
    const [resolved] = resolveEntities(ctx, asked.project.id, [entity]) ?? [];
    for (const [index, range] of ranges.entries()) {
      const line = await activeIn(ctx, asked, question, { resolved, range });
      const compared: Partial<Compared> =
        ranges.length === 1 ? {} : { compare: true, compare_label: index === 0 ? "current" : "previous" };
      lines.push({ ...toLine(question, resolved?.entity ?? entity, line), ...compared });
    }
  }
  return lines;
}

interface Stretch {
  /** Undefined = its action does not exist: nobody did it. */
  resolved: Parameters<typeof toStickinessPlan>[2] | undefined;
  range: DateRange;
}

/** Actors by how many intervals they were active in. */
async function activeIn(
  ctx: Asks,
  asked: Asked,
  question: StickinessNodeQuestion,
  { resolved, range }: Stretch,
): Promise<number[]> {
  const { query, intervals } = question;
  if (resolved === undefined)
    return everyNth(toBuckets(range, query.interval, asked.calendar).edgesMs, intervals).map(() => 0);
  const { actors } = await ask(ctx, withCounted(toStickinessPlan(asked, query, resolved, range), question));
  return actors;
}

function toLine({ query, isCumulative }: StickinessNodeQuestion, entity: Entity, active: number[]): StickinessLine {
  const { order, type, name, id, custom_name } = entity;
  const days = active.map((_, index) => index + 1);
  const ending = isCumulative ? " or more" : "";
  return {
    label: name,
    count: total(active),
    data: isCumulative ? active.map((_, index) => total(active.slice(index))) : active,
    days,
    labels: days.map((day) => `${day} ${query.interval}${day === 1 ? "" : "s"}${ending}`),
    action: { order, type, name, id, custom_name },
  };
}
