import { ask } from "../shared/ask.ts";
import type { Bin, GroupValue } from "../../port/lines.ts";
import type { DateRange } from "../../port/range.ts";
import type { Asked, Asks } from "../shared/answer.ts";
import { toStepDays } from "../shared/buckets.ts";
import type { Buckets } from "../shared/buckets.ts";
import { toBins, toLevels } from "../shared/histogram.ts";
import type { Entity } from "../shared/entity.ts";
import { resolveEntities } from "../shared/resolve-entities.ts";
import { toQuantilesPlans, toTrendPlan } from "./plan.ts";
import type { TrendAnswer, TrendInput, TrendPlan } from "./plan.ts";
import { isTimeSeries } from "./node.ts";
import type { TrendQuery } from "./node.ts";
import { cohortNames, toLines } from "./trend-lines.ts";
import type { EntityLines } from "./trend-lines.ts";

/** A range that a trend is counted over. */
export interface TrendRange {
  /** The range as it was asked for: breakdown values are chosen from it. */
  asked: DateRange;
  /** The rows that count, from the start of the first bucket. */
  counted: DateRange;
}

export interface Period extends Buckets {
  /** The range as it was asked for. */
  range: DateRange;
  /** The rows that count. */
  counted: DateRange;
  /** Is it the period before, for a comparison? */
  isPrevious: boolean;
}

export interface TrendPeriod {
  period: Period;
  plan: TrendPlan;
  lines: EntityLines[];
}

/**
 * Counts the entities over the current range, and the one that it is compared with. An action that does not exist has
 * no lines; formulas count it as 0.
 */
export async function trendPeriods(
  ctx: Asks,
  asked: Asked,
  query: TrendQuery,
  ranges: readonly TrendRange[],
): Promise<TrendPeriod[]> {
  const found = query.entities.map((entity) => resolveEntities(ctx, asked.project.id, [entity])?.[0] ?? null);
  const entities = found.filter((each) => each !== null);
  const cohortName = cohortNames(ctx, asked.project.id);
  const periods: TrendPeriod[] = [];
  for (const [index, { asked: range, counted }] of ranges.entries()) {
    const input = { ...asked, query, entities, range, counted };
    const { plan, buckets } = toTrendPlan(input, await findBins(ctx, input));
    const answered = await ask(ctx, plan);
    const { series } = query.formulas.length > 0 ? await withSameValues(ctx, plan, answered) : answered;
    const answeredBy = new Map(entities.map((each, place) => [each, series[place] ?? []]));
    const lines = found.flatMap((each, place): EntityLines[] => {
      if (each !== null)
        return [toLines(query, { entity: each.entity, found: answeredBy.get(each) ?? [], cohortName })];
      return query.formulas.length > 0 ? [{ entity: query.entities[place] as Entity, lines: [] }] : [];
    });
    const days = isTimeSeries(query.display) ? buckets.days : toStepDays(range, query.dates.interval, asked.calendar);
    periods.push({ period: { ...buckets, days, range, counted, isPrevious: index > 0 }, plan, lines });
  }
  return periods;
}

/**
 * Gives the letters of a formula the same values. Each ranks values by its own events, so a value that one cuts off may
 * be another's first: a value that any of them ranks has its number in all.
 */
async function withSameValues(ctx: Asks, plan: TrendPlan, answered: TrendAnswer): Promise<TrendAnswer> {
  const listed = new Map<string, GroupValue[]>();
  for (const { key } of answered.series.flat()) {
    if (key.type === "values") listed.set(JSON.stringify(key.values), key.values);
  }
  const keys = [...listed.values()];
  const isCut = plan.series.some(({ breakdown }, place) => {
    if (breakdown?.by !== "values") return false;
    const own = (answered.series[place] ?? []).filter(({ key }) => key.type === "values").length;
    return own < keys.length && (own >= breakdown.limit || breakdown.offset > 0);
  });
  if (!isCut) return answered;
  const series = plan.series.map((one) => ({
    ...one,
    breakdown: one.breakdown?.by === "values" ? { ...one.breakdown, keys } : one.breakdown,
  }));
  return ask(ctx, { ...plan, series });
}

/** The bins of each entity; empty when the question has no histogram. */
async function findBins(ctx: Asks, input: TrendInput): Promise<Bin[][]> {
  const { breakdown } = input.query;
  if (breakdown?.by !== "bins") return [];
  const { source, binCount, hasNan } = breakdown;
  const plans = toQuantilesPlans(input, source, toLevels(binCount));
  const quantiles = await Promise.all(plans.map((plan) => ask(ctx, plan)));
  return quantiles.map((bounds) => {
    const bins = toBins(bounds);
    // An empty bin: no number is at or above NaN.
    return bins.length === 0 && hasNan ? [{ low: NaN, high: NaN }] : bins;
  });
}
