import * as v from "valibot";
import type { Project } from "../../admin/projects/index.ts";
import { invalid } from "../../base/errors.ts";
import type { LineKey } from "../../port/lines.ts";
import type { DateRange } from "../../port/range.ts";
import { answerNode } from "../shared/answer-node.ts";
import { answeredAs } from "../shared/answer-response.ts";
import { openQuestion } from "../shared/answer.ts";
import type { Asked, Asks } from "../shared/answer.ts";
import { nodeRange } from "../shared/node-question.ts";
import { overrideInsight } from "../shared/override-insight.ts";
import { defineQuery } from "../shared/query-kind.ts";
import type { AskedHow, Run } from "../shared/query-kind.ts";
import { cohortNames } from "../trend/trend-lines.ts";
import { funnelToHogQL } from "./funnel-hogql.ts";
import { labelEntries, toFunnelLabel } from "./funnel-line-label.ts";
import { FunnelsQueryNode, readFunnels } from "./node.ts";
import type { FunnelQuery, FunnelsQueryRead } from "./node.ts";
import { toStepPath } from "./optional-steps.ts";
import { countSteps, stepEntries } from "./steps.ts";
import type { StepsLine } from "./steps.ts";
import { timeToConvert, TimesToConvert } from "./time-to-convert.ts";
import { toFunnelPlan } from "./to-funnel-plan.ts";
import { countTrends, trendEntries } from "./trends.ts";
import type { CountedTrends } from "./trends.ts";

const Step = v.object({ ...stepEntries, ...labelEntries });
const Trend = v.object({ ...trendEntries, breakdown_value: labelEntries.breakdown_value });

/** One step. Source: reference/query.md 5. */
export interface FunnelsStep extends v.InferOutput<typeof Step> {}
export interface FunnelsTrend extends v.InferOutput<typeof Trend> {}

/** Steps (with a breakdown, a list for each line), trends, or times. */
export type FunnelsResults = FunnelsStep[] | FunnelsStep[][] | FunnelsTrend[] | TimesToConvert;

const FunnelsAnswer = v.object({
  results: answeredAs<FunnelsResults>(v.union([v.array(Step), v.array(v.array(Step)), v.array(Trend), TimesToConvert])),
  /** HogQL with the counts of the steps; null = no single statement has them. */
  hogql: v.nullable(v.string()),
});
export interface FunnelsAnswer extends v.InferOutput<typeof FunnelsAnswer> {}

export interface FunnelsQueryTypes {
  kind: "FunnelsQuery";
  node: FunnelsQueryNode;
  answer: FunnelsAnswer;
}

export const funnelsQuery = defineQuery<FunnelsQueryTypes>()({
  kind: "FunnelsQuery",
  summary: "Counts the persons who did one step after another.",
  savedIn: "InsightVizNode",
  isKept: true,
  node: FunnelsQueryNode,
  example: {
    kind: "FunnelsQuery",
    series: [
      { kind: "EventsNode", event: "signed up" },
      { kind: "EventsNode", event: "paid" },
    ],
    funnelsFilter: { funnelWindowInterval: 7, funnelWindowIntervalUnit: "day" },
    dateRange: { date_from: "-30d" },
  },
  answer: FunnelsAnswer,
  override: overrideInsight,
  run: runFunnels,
});

/** Counts the actors with the first step who did the next steps in time; by the view also over time, or by the time it took. */
async function runFunnels(
  ctx: Asks,
  project: Project,
  node: FunnelsQueryRead,
  how: AskedHow,
): Promise<Run<FunnelsQueryTypes>> {
  const query = readFunnels(node);
  const asked = openQuestion(ctx, project, "");
  const range = await nodeRange(ctx, asked, query.dates);
  const wanted = { kind: "FunnelsQuery", filter: [query, ...query.optional], ranges: [range] };
  return answerNode(ctx, asked, wanted, how, async () => {
    const planned = toFunnelPlan(ctx, asked, query, range);
    const hogql = planned && funnelToHogQL(query, planned.plan);
    return { results: toResults(ctx, asked, query, await countFunnel(ctx, asked, query, range)), hogql };
  });
}

/** Null = the funnel has no steps, or an action of it does not exist. */
export type CountedFunnel =
  | { view: "steps"; lines: StepsLine[] }
  | { view: "trends"; trends: CountedTrends | null }
  | { view: "time_to_convert"; times: TimesToConvert | null };

/** Counts the view that a question is about. @throws HogletError 400 for the time from a step to no other */
export async function countFunnel(
  ctx: Asks,
  asked: Asked,
  query: FunnelQuery,
  range: DateRange,
): Promise<CountedFunnel> {
  const { view, fromStep, toStep, entities } = query;
  if (view === "steps") return { view, lines: await countSteps(ctx, asked, query, range) };
  if (view === "time_to_convert" && entities.length === 1) {
    throw invalid("events", "The time from one step to another takes two steps.");
  }
  const path = toStepPath(query, { keep: [fromStep, toStep] });
  const planned = toFunnelPlan(ctx, asked, path.query, range);
  if (view === "trends") {
    return { view, trends: planned && (await countTrends(ctx, asked, path.query, { ...planned, range })) };
  }
  return { view, times: planned && (await timeToConvert(ctx, path.query, planned.plan)) };
}

const NO_TIMES: TimesToConvert = { bins: [], average_conversion_time: null, median_conversion_time: null };

function toResults(ctx: Asks, asked: Asked, query: FunnelQuery, counted: CountedFunnel): FunnelsResults {
  if (counted.view === "time_to_convert") return counted.times ?? NO_TIMES;
  const labelOf = toLabels(ctx, asked, query);
  if (counted.view === "trends") {
    return (counted.trends?.lines ?? []).map(({ key, trend }): FunnelsTrend => {
      const { breakdown_value: value } = labelOf(key);
      return value === undefined ? trend : Object.assign({}, trend, { breakdown_value: value });
    });
  }
  const lines = counted.lines.map(({ key, steps }) => {
    const label = labelOf(key);
    return steps.map((step, index): FunnelsStep => {
      const name = `Completed ${index + 1} step${index === 0 ? "" : "s"}`;
      return { ...step, ...(query.order === "unordered" && { action_id: null, name }), ...label };
    });
  });
  return query.breakdown === null ? (lines[0] ?? []) : lines;
}

function toLabels(
  ctx: Asks,
  asked: Asked,
  { breakdown }: FunnelQuery,
): (key: LineKey) => Pick<FunnelsStep, "breakdown" | "breakdown_value"> {
  const cohortName = cohortNames(ctx, asked.project.id);
  // Groups are shown as they come; values of events and persons in a list.
  const isBoxed = breakdown?.by === "values" && (breakdown.isList || breakdown.sources[0]?.type !== "group");
  return (key) => {
    const label = toFunnelLabel(key, { breakdown }, cohortName);
    if (label === null) return {};
    if (key.type === "cohort") return label;
    const texts = [label.breakdown_value].flat().map(String);
    const box = isBoxed ? texts : (texts[0] ?? "");
    return { breakdown: box, breakdown_value: box };
  };
}
