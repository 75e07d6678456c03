import * as v from "valibot";
import { Count } from "../../base/answer-scalars.ts";
import type { GroupValue, LineKey } from "../../port/lines.ts";
import type { DateRange } from "../../port/range.ts";
import type { Asked, Asks } from "../shared/answer.ts";
import { ask } from "../shared/ask.ts";
import { toBuckets } from "../shared/buckets.ts";
import { formatLabel } from "../shared/calendar.ts";
import { compareRanks } from "../shared/line-label.ts";
import type { FunnelPeriodsLine } from "./funnel-answer.ts";
import type { FunnelQuery } from "./node.ts";
import type { FunnelPeriodsPlan, FunnelPlan } from "./plan.ts";

/** A line over time in both dialects; the lists have an entry per period. */
export const trendEntries = {
  count: Count,
  /** Percentage of actors with the second step, of those who started in the period and reached the first. */
  data: v.array(v.number()),
  days: v.array(v.string()),
  labels: v.array(v.string()),
};

export interface TrendsLine extends Pick<FunnelPeriodsLine, "reachedFrom" | "reachedTo"> {
  key: LineKey;
  trend: v.InferOutput<v.ObjectSchema<typeof trendEntries, undefined>>;
}

export interface CountedTrends {
  edgesMs: number[];
  lines: TrendsLine[];
}

/** Counts a funnel over time. Source: reference/insights.md 11.9. */
export async function countTrends(
  ctx: Asks,
  { calendar }: Asked,
  { fromStep, toStep, dates }: FunnelQuery,
  { plan: funnel, range }: { plan: FunnelPlan; range: DateRange },
): Promise<CountedTrends> {
  const { edgesMs, days } = toBuckets(range, dates.interval, calendar);
  const plan: FunnelPeriodsPlan = { kind: "funnel-periods", funnel, edgesMs, fromStep, toStep };
  const { lines } = await ask(ctx, plan);
  // Without the hour, whatever the interval.
  const labels = edgesMs.map((ms) => formatLabel(ms, "day", calendar.timezone));
  const toLine = (line: FunnelPeriodsLine): TrendsLine => {
    const data = line.reachedFrom.map((from, index) => toPercent(line.reachedTo[index] ?? 0, from));
    return { ...line, trend: { count: edgesMs.length, data, days, labels } };
  };
  return { edgesMs, lines: lines.toSorted((a, b) => compareRanks(rankOf(a), rankOf(b))).map(toLine) };
}

/** Lines come by value, the rest last; cohorts by id, and last everybody. */
function rankOf({ key }: FunnelPeriodsLine): GroupValue[] {
  if (key.type === "values") return key.values;
  return key.type === "cohort" ? [key.id ?? "all"] : ["\uffff"];
}

/** The part of a whole in percent, with two decimals; 0 when the whole is 0. */
function toPercent(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.round((part / whole) * 10_000) / 100;
}
