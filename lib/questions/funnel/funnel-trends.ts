import { ask } from "../shared/ask.ts";
import type { GroupValue } from "../../port/lines.ts";
import type { DateRange } from "../../port/range.ts";
import { toExactRange } from "../shared/exact-range.ts";
import type { Asked, Asks } from "../shared/answer.ts";
import { toBuckets } from "../shared/buckets.ts";
import type { Buckets } from "../shared/buckets.ts";
import { formatDay, formatLabel } from "../shared/calendar.ts";
import { compareRanks } from "../shared/line-label.ts";
import { cohortNames } from "../trend/trend-lines.ts";
import type { FunnelPeriodsLine } from "./funnel-answer.ts";
import { toFunnelLabel } from "./funnel-line-label.ts";
import { funnelLinks } from "./funnel-links.ts";
import type { FunnelPlan, FunnelPeriodsPlan } from "./plan.ts";
import type { FunnelQuery } from "./question.ts";

/** A funnel over time; the lists have an entry per period. */
export interface FunnelTrendResult {
  /** How many periods there are. */
  count: number;
  /** The percentage of actors, started in the period and having reached the first of the two steps, who reached the second. */
  data: number[];
  days: string[];
  labels: string[];
  /** How many reached either step. Ours: the original shows the rates alone. */
  reached_from_step_count: number[];
  reached_to_step_count: number[];
  /** To those who reached the second step, and to those who reached only the first. Ours. */
  converted_people_urls: string[];
  dropped_people_urls: string[];
  breakdown_value?: GroupValue | GroupValue[];
}

/** How the rate of conversion changes from period to period. Source: reference/insights.md 11.9. */
export async function funnelTrends(
  ctx: Asks,
  asked: Asked,
  query: FunnelQuery,
  { plan, range }: { plan: FunnelPlan; range: DateRange },
): Promise<FunnelTrendResult[]> {
  const { funnel_from_step: fromStep, toStep, interval } = query;
  const buckets = toBuckets(range, interval, asked.calendar);
  const { lines } = await ask<FunnelPeriodsPlan>(ctx, {
    kind: "funnel-periods",
    funnel: plan,
    edgesMs: buckets.edgesMs,
    fromStep,
    toStep,
  });
  const cohortName = cohortNames(ctx, asked.project.id);
  const linkOf = funnelLinks(asked, query, range);
  return lines
    .toSorted((a, b) => compareRanks(rankOf(a), rankOf(b)))
    .map((line) => {
      const label = toFunnelLabel(line.key, query, cohortName);
      const urls = toUrls(line, { buckets, range, asked }, linkOf);
      const result = Object.assign(toResult(line, buckets, asked), urls);
      return label === null ? result : Object.assign(result, { breakdown_value: label.breakdown_value });
    });
}

/** Lines come by value, the rest last; cohorts by id, and last everybody. */
export function rankOf({ key }: FunnelPeriodsLine): GroupValue[] {
  if (key.type === "values") return key.values;
  return key.type === "cohort" ? [key.id ?? "all"] : ["\uffff"];
}

function toResult({ reachedFrom, reachedTo }: FunnelPeriodsLine, { edgesMs, days }: Buckets, { calendar }: Asked) {
  return {
    count: edgesMs.length,
    data: reachedFrom.map((from, index) => toPercent(reachedTo[index] ?? 0, from)),
    days,
    // Without the hour, whatever the interval.
    labels: edgesMs.map((ms) => formatLabel(ms, "day", calendar.timezone)),
    reached_from_step_count: reachedFrom,
    reached_to_step_count: reachedTo,
  };
}

/** A part of a whole in percent, with two decimals; of nothing 0. */
export function toPercent(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.round((part / whole) * 10_000) / 100;
}

function toUrls(
  { key }: FunnelPeriodsLine,
  { buckets, range, asked }: { buckets: Buckets; range: DateRange; asked: Asked },
  linkOf: ReturnType<typeof funnelLinks>,
) {
  const { edgesMs } = buckets;
  const urlsOf = (isDropOff: boolean) =>
    edgesMs.map((fromMs, index) => {
      const period = { fromMs, untilMs: edgesMs[index + 1] ?? range.untilMs };
      const start = formatDay(fromMs, "hour", asked.calendar.timezone);
      // The start alone would do, were it not for the hour that a clock shows twice in autumn.
      const own = { entrance_period_start: start, drop_off: isDropOff, point_range: toExactRange(period) };
      return linkOf(own, key);
    });
  return { converted_people_urls: urlsOf(false), dropped_people_urls: urlsOf(true) };
}
