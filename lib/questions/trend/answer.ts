import type { DateRange } from "../../port/range.ts";
import { answer, openQuestion, toRangeContext } from "../shared/answer.ts";
import type { Answer, Asked, Asks } from "../shared/answer.ts";
import { toPreviousRange } from "../shared/compare.ts";
import { toFormulaSeries } from "./formula-series.ts";
import type { ProjectSettings } from "../shared/project-settings.ts";
import { resolveRange, roundForTrends, toWallRange } from "../shared/range.ts";
import { resolveEntities } from "../shared/resolve-entities.ts";
import { rememberParsed } from "../shared/remember-parsed.ts";
import { parseTrendQuery } from "./question.ts";
import type { TrendQuery } from "./question.ts";
import { sortSeries, toSeries } from "./trend-series.ts";
import type { TrendSeries } from "./trend-series.ts";
import { trendPeriods } from "./trend-periods.ts";
import type { TrendPeriod } from "./trend-periods.ts";

const parseQuestion = rememberParsed(parseTrendQuery);

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
  const query = parseQuestion(input);
  const asked = openQuestion(ctx, project, origin);
  const ranges = await toRanges(ctx, asked, query);
  const question = { insight: "TRENDS", filter: query.filter, dates: ranges, refresh: query.refresh };
  const show = (periods: TrendPeriod[]) => toAllSeries(asked, query, periods);
  return { ...(await answer(ctx, asked, question, () => compute(ctx, asked, query, ranges), show)), next: null };
}

/** The range, and the range before it when the query compares them. */
async function toRanges(ctx: Asks, asked: Asked, query: TrendQuery): Promise<DateRange[]> {
  const context = await toRangeContext(ctx, asked, query);
  const current = resolveRange(query, context);
  if (!query.compare) return [current];
  return [current, resolveRange(toPreviousRange(toWallRange(query, context), query.interval), context)];
}

/** Counts each entity in each range; no period when an action does not exist. */
async function compute(ctx: Asks, asked: Asked, query: TrendQuery, ranges: DateRange[]): Promise<TrendPeriod[]> {
  const entities = resolveEntities(ctx, asked.project.id, query.entities);
  if (entities === null) return [];
  const stretches = ranges.map((range) => ({
    asked: range,
    counted: roundForTrends(range, query.interval, asked.calendar),
  }));
  return trendPeriods(ctx, asked, query, { entities, ranges: stretches, isFormula: query.formula !== null });
}

/** The lines of the first entity in all periods, then those of the next. */
function toAllSeries(asked: Asked, query: TrendQuery, periods: TrendPeriod[]): TrendSeries[] {
  if (query.formula !== null) return periods.flatMap(({ period, lines }) => toFormulaSeries(query, lines, period));
  const [{ lines: entities } = { lines: [] }] = periods;
  return entities.flatMap((_, place) =>
    periods.flatMap(({ period, lines }) => {
      const own = lines[place];
      return own === undefined ? [] : sortSeries(query, toSeries(asked, query, own, period));
    }),
  );
}
