import * as v from "valibot";
import type { Project } from "../../admin/projects/index.ts";
import type { DateRange } from "../../port/range.ts";
import { answerNode } from "../shared/answer-node.ts";
import { comparedEntries, lineEntries } from "../shared/answer-response.ts";
import { openQuestion } from "../shared/answer.ts";
import type { Asked, Asks } from "../shared/answer.ts";
import { ask } from "../shared/ask.ts";
import { intervalMs, monthsBetween, toWallClock } from "../shared/calendar.ts";
import type { Calendar, Interval } from "../shared/calendar.ts";
import type { Compared } from "../shared/compare.ts";
import type { Entity } from "../shared/entity.ts";
import type { EntityQuery } from "../shared/entity-query.ts";
import { nodeRanges, toNodeFields } from "../shared/node-question.ts";
import { nodeToFilters, toHiddenKeys, toSnakeCase } from "../shared/node-to-filters.ts";
import type { RequestFields } from "../shared/request-fields.ts";
import { overrideInsight } from "../shared/override-insight.ts";
import { total } from "../shared/points.ts";
import { defineQuery } from "../shared/query-kind.ts";
import type { AskedHow, Run } from "../shared/query-kind.ts";
import { resolveEntities } from "../shared/resolve-entities.ts";
import { toStickinessPlan } from "./answer.ts";
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
  const edgesMs = plan.edgesMs.filter((_, index) => index % intervals === 0);
  return { ...plan, edgesMs, ...(criterion !== null && { criterion }) };
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
  const ranges = await nodeRanges(ctx, asked, query, dates);
  const { intervals, criterion } = toCounted(node);
  const question = { query, intervals, criterion, isCumulative: computedAs === "cumulative" };
  const filter = [query.filter, intervals, criterion, question.isCumulative, dates];
  return answerNode(ctx, asked, { kind: "StickinessQuery", filter, ranges }, how, async () => ({
    results: await compute(ctx, asked, question, ranges),
  }));
}

async function compute(
  ctx: Asks,
  asked: Asked,
  question: StickinessNodeQuestion,
  ranges: DateRange[],
): Promise<StickinessLine[]> {
  const { query, intervals } = question;
  const lines: StickinessLine[] = [];
  for (const entity of query.entities) {
    const [resolved] = resolveEntities(ctx, asked.project.id, [entity]) ?? [];
    for (const [index, range] of ranges.entries()) {
      const points = countPoints(range, query.interval, asked.calendar, intervals);
      const line = await activeIn(ctx, asked, question, { resolved, range, points });
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
  points: number;
}

/** Actors by how many intervals they were active in. */
async function activeIn(
  ctx: Asks,
  asked: Asked,
  question: StickinessNodeQuestion,
  { resolved, range, points }: Stretch,
): Promise<number[]> {
  if (resolved === undefined) return Array.from({ length: points }, () => 0);
  const plan = withCounted(toStickinessPlan(asked, question.query, resolved, range), question);
  const { actors } = await ask(ctx, { ...plan, points });
  return actors;
}

/** The points of a line: buckets of `intervals` intervals each. */
export function countPoints(range: DateRange, interval: Interval, calendar: Calendar, intervals: number): number {
  return Math.ceil(countIntervals(range, interval, calendar) / intervals);
}

/** The whole intervals between the ends, both of which belong to the range. */
function countIntervals({ fromMs, untilMs }: DateRange, interval: Interval, { timezone }: Calendar): number {
  const [from, to] = [toWallClock(fromMs, timezone), toWallClock(untilMs - 1, timezone)];
  if (interval === "month") return monthsBetween(from, to) + 1;
  return Math.floor((to - from) / intervalMs(interval)) + 1;
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
