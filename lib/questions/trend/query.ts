import type { Project } from "../../admin/projects/index.ts";
import { answerNode } from "../shared/answer-node.ts";
import { openQuestion } from "../shared/answer.ts";
import type { Asked, Asks } from "../shared/answer.ts";
import { startOfInterval } from "../shared/calendar.ts";
import { nodeRanges } from "../shared/node-question.ts";
import { overrideInsight } from "../shared/override-insight.ts";
import { defineQuery } from "../shared/query-kind.ts";
import type { AskedHow, Run } from "../shared/query-kind.ts";
import { resolveEntities } from "../shared/resolve-entities.ts";
import { isTimeSeries } from "./question.ts";
import { TrendsQueryAnswer } from "./query-response.ts";
import { toFormulaLines } from "./query-formulas.ts";
import { TrendsQueryNode } from "./query-node.ts";
import type { TrendsQueryRead } from "./query-node.ts";
import { readTrendsNode } from "./query-question.ts";
import type { TrendsNodeQuestion } from "./query-question.ts";
import { isOther, toTrendsLines } from "./query-series.ts";
import type { TrendsLine } from "./query-series.ts";
import { trendPeriods } from "./trend-periods.ts";
import type { TrendRange } from "./trend-periods.ts";

/** The answer to a TrendsQuery. */
export interface TrendsAnswer {
  results: TrendsLine[];
  /** Are there more values of the breakdown than lines? */
  hasMore: boolean;
}

export interface TrendsQueryTypes {
  kind: "TrendsQuery";
  node: TrendsQueryNode;
  answer: TrendsAnswer;
}

/** Trends by a query node. */
export const trendsQuery = defineQuery<TrendsQueryTypes>()({
  kind: "TrendsQuery",
  summary: "Counts over time.",
  savedIn: "InsightVizNode",
  isKept: true,
  node: TrendsQueryNode,
  example: {
    kind: "TrendsQuery",
    series: [{ kind: "EventsNode", event: "signed up", math: "dau" }],
    dateRange: { date_from: "-30d" },
    interval: "week",
  },
  answer: TrendsQueryAnswer,
  override: overrideInsight,
  run: runTrends,
});

async function runTrends(
  ctx: Asks,
  project: Project,
  node: TrendsQueryRead,
  how: AskedHow,
): Promise<Run<TrendsQueryTypes>> {
  const question = readTrendsNode(node);
  const asked = openQuestion(ctx, project, "");
  const ranges = await toRanges(ctx, asked, question);
  const { query, ...rest } = question;
  const formulas = rest.formulas.map(({ formula, label }) => [formula.text, label]);
  const filter = [query.filter, { ...rest, formulas }];
  const wanted = { kind: "TrendsQuery", filter, ranges: ranges.map((range) => range.asked) };
  return answerNode(ctx, asked, wanted, how, () => compute(ctx, asked, question, ranges));
}

/** The range of a node, and the one that it is compared with. */
export async function toRanges(ctx: Asks, asked: Asked, { query, dates }: TrendsNodeQuestion): Promise<TrendRange[]> {
  const { display, interval } = query;
  const ranges = await nodeRanges(ctx, asked, query, dates);
  // Points of time are whole buckets; one value is of the range itself.
  const isRounded = isTimeSeries(display) && !dates.isExplicit;
  return ranges.map((range) => {
    const fromMs = startOfInterval(range.fromMs, interval, asked.calendar);
    return { asked: range, counted: isRounded ? { ...range, fromMs } : range };
  });
}

async function compute(
  ctx: Asks,
  asked: Asked,
  question: TrendsNodeQuestion,
  ranges: TrendRange[],
): Promise<TrendsAnswer> {
  const { query, formulas } = question;
  // The series of an action that does not exist is left out.
  const entities = query.entities.flatMap((entity) => resolveEntities(ctx, asked.project.id, [entity]) ?? []);
  const periods = await trendPeriods(ctx, asked, query, { entities, ranges, isFormula: formulas.length > 0 });
  const results =
    formulas.length > 0 ? toFormulaLines(asked, question, periods) : toTrendsLines(asked, question, periods);
  const hasMore = periods.some(({ lines }) => lines.some((own) => own.lines.some(({ label }) => isOther(label))));
  return { results, hasMore };
}
