import * as v from "valibot";
import type { Project } from "../../admin/projects/index.ts";
import { answerNode } from "../shared/answer-node.ts";
import { answeredAs } from "../shared/answer-response.ts";
import { openQuestion } from "../shared/answer.ts";
import type { Asked, Asks } from "../shared/answer.ts";
import { startOfInterval } from "../shared/calendar.ts";
import { nodeRanges } from "../shared/node-question.ts";
import { overrideInsight } from "../shared/override-insight.ts";
import { defineQuery } from "../shared/query-kind.ts";
import type { AskedHow, Run } from "../shared/query-kind.ts";
import type { RequestFields } from "../shared/request-fields.ts";
import { trendToHogQL } from "./trend-hogql.ts";
import { isOther, toFormulaLines, toTrendsLines, TrendsLine } from "./lines.ts";
import { isTimeSeries, readTrends, TrendsQueryNode } from "./node.ts";
import type { TrendQuery, TrendsQueryRead } from "./node.ts";
import { trendsToFilters } from "./older/filters.ts";
import { trendPeriods } from "./trend-periods.ts";
import type { TrendRange } from "./trend-periods.ts";

const TrendsAnswer = v.object({
  results: answeredAs<TrendsLine[]>(v.array(TrendsLine)),
  /** Are there more values of the breakdown than lines? */
  hasMore: v.boolean(),
  /** HogQL with the same numbers; null = no single statement has them. */
  hogql: v.nullable(v.string()),
});
export interface TrendsAnswer extends v.InferOutput<typeof TrendsAnswer> {}

export interface TrendsQueryTypes {
  kind: "TrendsQuery";
  node: TrendsQueryNode;
  answer: TrendsAnswer;
}

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
  answer: TrendsAnswer,
  override: overrideInsight,
  run: runTrends,
});

/**
 * A line for each series, value of the breakdown, or formula. The series of an action that does not exist is left out.
 */
async function runTrends(
  ctx: Asks,
  project: Project,
  node: TrendsQueryRead,
  how: AskedHow,
): Promise<Run<TrendsQueryTypes>> {
  const query = readTrends(node, null);
  const asked = openQuestion(ctx, project, "");
  const ranges = await trendRanges(ctx, asked, query);
  const filter = trendsToFilters(node);
  const wanted = { kind: "TrendsQuery", filter, ranges: ranges.map((range) => range.asked) };
  return answerNode(ctx, asked, wanted, how, () => compute(ctx, asked, { query, filter }, ranges));
}

/** The range, and the range that it is compared with. */
export async function trendRanges(ctx: Asks, asked: Asked, { display, dates }: TrendQuery): Promise<TrendRange[]> {
  const ranges = await nodeRanges(ctx, asked, dates);
  // Points of time are whole buckets; a single value is of the exact range.
  const isRounded = isTimeSeries(display) && !dates.isExplicit;
  return ranges.map((range) => {
    const fromMs = startOfInterval(range.fromMs, dates.interval, asked.calendar);
    return { asked: range, counted: isRounded ? { ...range, fromMs } : range };
  });
}

async function compute(
  ctx: Asks,
  asked: Asked,
  question: { query: TrendQuery; filter: RequestFields },
  ranges: TrendRange[],
): Promise<TrendsAnswer> {
  const { query } = question;
  const periods = await trendPeriods(ctx, asked, query, ranges);
  const toLines = query.formulas.length > 0 ? toFormulaLines : toTrendsLines;
  const results = toLines(asked, question, periods);
  const hasMore = periods.some(({ lines }) => lines.some((own) => own.lines.some(({ label }) => isOther(label))));
  const [only, ...compared] = periods;
  const hogql = only === undefined || compared.length > 0 || hasMore ? null : trendToHogQL(query, only.plan);
  return { results, hasMore, hogql };
}
