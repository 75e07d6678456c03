import type { DateRange } from "../../port/range.ts";
import type { GroupValue, LineKey } from "../../port/lines.ts";
import type { Asked, Asks } from "../shared/answer.ts";
import { ask } from "../shared/ask.ts";
import { toBuckets } from "../shared/buckets.ts";
import { formatLabel } from "../shared/calendar.ts";
import { cohortNames } from "../trend/trend-lines.ts";
import { toFunnelLabel, sortLines } from "./funnel-line-label.ts";
import { countFrom, toStep } from "./funnel-steps.ts";
import type { FunnelStepResult } from "./funnel-steps.ts";
import { rankOf, toPercent } from "./funnel-trends.ts";
import type { FunnelPeriodsPlan } from "./plan.ts";
import { toStepPath } from "./optional-steps.ts";
import type { FunnelsNodeQuestion } from "./query-question.ts";
import type { FunnelQuery } from "./question.ts";
import { compareRanks } from "../shared/line-label.ts";
import { timeToConvert } from "./time-to-convert.ts";
import type { TimesToConvert } from "./time-to-convert.ts";
import { toFunnelPlan } from "./to-funnel-plan.ts";
import type { PlannedFunnel } from "./to-funnel-plan.ts";

/** One step. Source: reference/query.md 5. */
export interface FunnelsStep
  extends Omit<FunnelStepResult, `${string}_people_url` | keyof FunnelsLabel | "breakdowns">, FunnelsLabel {}

/** The line of a breakdown: its values as a list, of groups as text; a cohort's name and id. */
interface FunnelsLabel {
  breakdown?: GroupValue | GroupValue[];
  breakdown_value?: GroupValue | GroupValue[];
}

/** A funnel over time; the lists have an entry per period. */
export interface FunnelsTrend extends Pick<FunnelsLabel, "breakdown_value"> {
  /** How many periods there are. */
  count: number;
  /** Percentages with two decimals. */
  data: number[];
  days: string[];
  labels: string[];
}

/** The results of the three views of a funnel. */
export type FunnelsResults = FunnelsStep[] | FunnelsStep[][] | FunnelsTrend[] | TimesToConvert;

/** Asks the view that a question is about. */
export async function funnelsResults(
  ctx: Asks,
  asked: Asked,
  { query, optional }: FunnelsNodeQuestion,
  range: DateRange,
): Promise<FunnelsResults> {
  const { funnel_viz_type: view, funnel_from_step: first, toStep: last } = query;
  if (view === "steps") return steps(ctx, asked, { query, optional }, range);
  const path = toStepPath(query, optional, { keep: [first, last] });
  const planned = toFunnelPlan(ctx, asked, path.query, range);
  if (view === "trends") return planned === null ? [] : trends(ctx, asked, path.query, { planned, range });
  return planned === null
    ? { bins: [], average_conversion_time: null, median_conversion_time: null }
    : timeToConvert(ctx, path.query, planned.plan);
}

async function steps(
  ctx: Asks,
  asked: Asked,
  { query, optional }: Pick<FunnelsNodeQuestion, "query" | "optional">,
  range: DateRange,
): Promise<FunnelsResults> {
  const path = toStepPath(query, optional);
  const planned = toFunnelPlan(ctx, asked, path.query, range);
  if (planned === null) return [];
  const { lines } = await ask(ctx, planned.plan);
  const optionalSteps = await Promise.all(
    [...optional].map((place) => optionalStep(ctx, asked, { query, optional }, { place, range })),
  );
  const labelOf = toLabels(ctx, asked, query);
  const isUnordered = query.funnel_order_type === "unordered";
  const results = sortLines(lines, query, (line) => countFrom(line, 0)).map((line) => {
    const label = labelOf(line.key);
    const required = path.places.flatMap((place, index) => {
      const step = planned.steps[index];
      return step === undefined ? [] : [{ ...toStep(step, line, index), order: place }];
    });
    return [...required, ...optionalSteps.map((stepOf) => stepOf(line.key))]
      .toSorted((a, b) => a.order - b.order)
      .map((step, index): FunnelsStep => {
        const name = `Completed ${index + 1} step${index === 0 ? "" : "s"}`;
        return Object.assign(step, isUnordered ? { action_id: null, name } : {}, label);
      });
  });
  return query.breakdown === null ? (results[0] ?? []) : results;
}

/** An optional step of each line: how many took it after the required steps before it. */
async function optionalStep(
  ctx: Asks,
  asked: Asked,
  { query, optional }: Pick<FunnelsNodeQuestion, "query" | "optional">,
  { place, range }: { place: number; range: DateRange },
): Promise<(key: LineKey) => ReturnType<typeof toStep>> {
  const { query: own, places } = toStepPath(query, optional, { keep: [place], until: place });
  const planned = toFunnelPlan(ctx, asked, own, range);
  const index = places.length - 1;
  const step = planned?.steps[index];
  if (planned === null || step === undefined) throw new TypeError("A step of a funnel with steps is missing.");
  const { lines } = await ask(ctx, planned.plan);
  const lineOf = new Map(lines.map((line) => [JSON.stringify(line.key), line]));
  const none = { furthest: [], averageSeconds: [], medianSeconds: [] };
  return (key) => ({ ...toStep(step, lineOf.get(JSON.stringify(key)) ?? { key, ...none }, index), order: place });
}

async function trends(
  ctx: Asks,
  asked: Asked,
  query: FunnelQuery,
  { planned, range }: { planned: PlannedFunnel; range: DateRange },
): Promise<FunnelsTrend[]> {
  const { funnel_from_step: fromStep, toStep: untilStep, interval } = query;
  const { edgesMs, days } = toBuckets(range, interval, asked.calendar);
  const plan = { kind: "funnel-periods", funnel: planned.plan, edgesMs, fromStep, toStep: untilStep } as const;
  const { lines } = await ask<FunnelPeriodsPlan>(ctx, plan);
  const labelOf = toLabels(ctx, asked, query);
  const labels = edgesMs.map((ms) => formatLabel(ms, "day", asked.calendar.timezone));
  return lines
    .toSorted((a, b) => compareRanks(rankOf(a), rankOf(b)))
    .map(({ key, reachedFrom, reachedTo }) => {
      const { breakdown_value: value } = labelOf(key);
      const data = reachedFrom.map((from, index) => toPercent(reachedTo[index] ?? 0, from));
      const trend: FunnelsTrend = { count: edgesMs.length, data, days, labels };
      return value === undefined ? trend : Object.assign(trend, { breakdown_value: value });
    });
}

/** Says how lines are shown. */
function toLabels(ctx: Asks, asked: Asked, query: FunnelQuery): (key: LineKey) => FunnelsLabel {
  const cohortName = cohortNames(ctx, asked.project.id);
  const { breakdown } = query;
  // Groups are shown as they come; the values of events and persons are boxed.
  const isBoxed = breakdown?.by === "values" && (breakdown.isList || breakdown.sources[0]?.type !== "group");
  return (key) => {
    const label = toFunnelLabel(key, { breakdown, breakdowns: undefined }, cohortName);
    if (label === null) return {};
    const shown = ({ breakdown: text, breakdown_value: value }: FunnelsLabel) =>
      key.type === "cohort" ? { breakdown: text, breakdown_value: value } : toBox(value, isBoxed);
    return shown(label) as FunnelsLabel;
  };
}

function toBox(value: FunnelsLabel["breakdown_value"], isBoxed: boolean): FunnelsLabel {
  const texts = [value ?? ""].flat().map(String);
  const box = isBoxed ? texts : (texts[0] ?? "");
  return { breakdown: box, breakdown_value: box };
}
