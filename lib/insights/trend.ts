import { toIso } from "../clock.ts";
import type { Context } from "../context.ts";
import type { Buckets } from "./buckets.ts";
import { requireTimezone } from "./calendar.ts";
import type { Entity } from "./entity.ts";
import { toTrendPlan } from "./plan.ts";
import type { ProjectSettings } from "./plan.ts";
import { ALL_TIME_START_MS, isAllTime, resolveRange } from "./range.ts";
import type { DateRange } from "./range.ts";
import { parseTrendQuery } from "./schema.ts";
import type { TrendQuery } from "./schema.ts";

/** One line of a trend (reference/insights.md 7.2). */
export interface TrendSeries {
  /** The entity that was counted. */
  action: Entity;
  /** Its name. */
  label: string;
  /** Sum of `data`, whatever was counted. */
  count: number;
  /** One value per bucket, ascending in time. */
  data: number[];
  /** `2-Jan-2020`, for hours `2-Jan-2020 07:00`. */
  labels: string[];
  /** `2020-01-02`, for hours `2020-01-02 07:00:00`. */
  days: string[];
  /** The question in normal form; it may be asked again as it is. */
  filter: TrendFilter;
}

/** A question without what only steers its execution. */
export type TrendFilter = Omit<TrendQuery, "refresh">;

/** The answer to a trend, as it goes over the wire. */
export interface TrendResult {
  result: TrendSeries[];
  /** The project's, in which the buckets are cut. */
  timezone: string;
  is_cached: boolean;
  /** ISO text of when it was computed. */
  last_refresh: string;
  /** URL of the next page of breakdown values: without a breakdown there is none. */
  next: string | null;
}

/**
 * Counts events over time: one line per member of `events`, all zero when nothing matched.
 * @param input fields of `TrendQuery`, typed or as the text of a query string
 * @throws HogletError 400 naming the field.
 * @example
 * await trend(ctx, project, { events: [{ id: "signed up", math: "dau" }], date_from: "-30d", interval: "week" });
 */
export async function trend(
  ctx: Pick<Context, "clock" | "engine">,
  project: ProjectSettings,
  input: unknown,
): Promise<TrendResult> {
  const nowMs = ctx.clock.now();
  const query = parseTrendQuery(input);
  requireTimezone(project.timezone);
  const range = await toRange(ctx, project, query, nowMs);
  const { plan, buckets } = toTrendPlan(project, query, range);
  const { series } = await ctx.engine.trend(plan);
  return {
    result: query.events.map((entity, index) => toSeries(entity, series[index] ?? [], buckets, query)),
    timezone: project.timezone,
    is_cached: false,
    last_refresh: toIso(nowMs),
    next: null,
  };
}

async function toRange(
  { engine }: Pick<Context, "engine">,
  project: ProjectSettings,
  query: TrendQuery,
  nowMs: number,
): Promise<DateRange> {
  const calendar = { timezone: project.timezone, weekStartDay: project.week_start_day };
  const earliestMs = isAllTime(query) ? await engine.earliestEvent(project.id, ALL_TIME_START_MS) : null;
  return resolveRange(query, { nowMs, calendar, earliestMs });
}

function toSeries(action: Entity, data: number[], { labels, days }: Buckets, query: TrendQuery): TrendSeries {
  const { refresh: _, ...filter } = query;
  const count = data.reduce((sum, value) => sum + value, 0);
  return { action, label: action.name, count, data, labels, days, filter };
}
