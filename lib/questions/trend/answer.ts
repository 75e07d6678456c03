import { ask } from "../shared/ask.ts";
import type { Bin } from "../../port/lines.ts";
import type { DateRange } from "../../port/range.ts";
import { answer, openQuestion, toRangeContext } from "../shared/answer.ts";
import type { Answer, Asked, Asks } from "../shared/answer.ts";
import { toStepDays } from "../shared/buckets.ts";
import { toPreviousRange } from "../shared/compare.ts";
import { toFormulaSeries } from "./formula-series.ts";
import { toBins } from "../shared/histogram.ts";
import type { ProjectSettings } from "../shared/project-settings.ts";
import { resolveRange, toWallRange } from "../shared/range.ts";
import { resolveEntities } from "../shared/resolve-entities.ts";
import { cohortNames, toLines } from "./trend-lines.ts";
import type { EntityLines } from "./trend-lines.ts";
import { toNumbersPlans, toTrendPlan } from "./plan.ts";
import type { TrendInput } from "./plan.ts";
import { isTimeSeries, parseTrendQuery } from "./question.ts";
import type { TrendQuery } from "./question.ts";
import { sortSeries, toSeries } from "./trend-series.ts";
import type { Period, TrendSeries } from "./trend-series.ts";

/** The answer to a trend, as it goes over the wire. */
export interface TrendResult extends Answer<TrendSeries[]> {
  /** Null in process. Over HTTP the URL of the next page of breakdown values, when this one may not be the last. */
  next: string | null;
}

/**
 * Counts events over time: one line per member of `events` and `actions`, or per value of the breakdown; all zero when
 * nothing matched, and none at all when an action does not exist.
 * @param input fields of `TrendQuery`, typed or as the text of a query string
 * @param origin scheme and host that links to persons begin with
 * @throws HogletError 400 naming the field.
 * @example
 * await trend(ctx, project, { events: [{ id: "signed up", math: "dau" }], date_from: "-30d", interval: "week" });
 */
export async function trend(ctx: Asks, project: ProjectSettings, input: unknown, origin = ""): Promise<TrendResult> {
  const query = parseTrendQuery(input);
  const asked = openQuestion(ctx, project, origin);
  const ranges = await toRanges(ctx, asked, query);
  const question = { insight: "TRENDS", filter: query.filter, dates: ranges, refresh: query.refresh };
  return { ...(await answer(ctx, asked, question, () => compute(ctx, asked, query, ranges))), next: null };
}

/** The range, and the range before it when the query compares them. */
async function toRanges(ctx: Asks, asked: Asked, query: TrendQuery): Promise<DateRange[]> {
  const context = await toRangeContext(ctx, asked, query);
  const current = resolveRange(query, context);
  if (!query.compare) return [current];
  return [current, resolveRange(toPreviousRange(toWallRange(query, context), query.interval), context)];
}

async function compute(ctx: Asks, asked: Asked, query: TrendQuery, ranges: DateRange[]): Promise<TrendSeries[]> {
  const entities = resolveEntities(ctx, asked.project.id, query.entities);
  if (entities === null) return [];
  const cohortName = cohortNames(ctx, asked.project.id);
  const periods: { period: Period; lines: EntityLines[] }[] = [];
  for (const [index, range] of ranges.entries()) {
    const input = { ...asked, query, entities, range };
    const { plan, buckets } = toTrendPlan(input, await findBins(ctx, input));
    const { series } = await ask(ctx, plan);
    const lines = entities.map(({ entity }, place) =>
      toLines(query, { entity, found: series[place] ?? [], cohortName }),
    );
    const days = isTimeSeries(query.display) ? buckets.days : toStepDays(range, query.interval, asked.calendar);
    periods.push({ period: { ...buckets, days, range, isPrevious: index > 0 }, lines });
  }
  if (query.formula !== null) return periods.flatMap(({ period, lines }) => toFormulaSeries(query, lines, period));
  return entities.flatMap((_, place) =>
    periods.flatMap(({ period, lines }) => {
      const own = lines[place];
      return own === undefined ? [] : sortSeries(query, toSeries(asked, query, own, period));
    }),
  );
}

/** The bins of each entity; none when the question has no histogram. */
async function findBins(ctx: Asks, input: TrendInput): Promise<Bin[][]> {
  const { breakdown } = input.query;
  if (breakdown?.by !== "bins") return [];
  const { source, binCount, hasNan } = breakdown;
  const numbers = await Promise.all(toNumbersPlans(input, source).map((plan) => ask(ctx, plan)));
  return numbers.map((distinct) => {
    const bins = toBins(distinct, binCount);
    // Nothing is in it: no number is at or above NaN.
    return bins.length === 0 && hasNan ? [{ low: NaN, high: NaN }] : bins;
  });
}
