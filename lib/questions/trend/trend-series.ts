import type { GroupValue } from "../../port/lines.ts";
import type { DateRange } from "../../port/range.ts";
import { toExactRange } from "../shared/exact-range.ts";
import type { Asked } from "../shared/answer.ts";
import type { Buckets } from "../shared/buckets.ts";
import { formatDay, nextInterval } from "../shared/calendar.ts";
import type { Interval } from "../shared/calendar.ts";
import { toComparedLabels } from "../shared/compare.ts";
import type { Compared } from "../shared/compare.ts";
import type { Entity } from "../shared/entity.ts";
import { linkPoints, personLinks, toLinkPoints } from "../shared/person-links.ts";
import type { LinkPoint, PersonLink } from "../shared/person-links.ts";
import { accumulate, total } from "../shared/points.ts";
import { roundForTrends } from "../shared/range.ts";
import type { EntityLines, LabelledLine } from "./trend-lines.ts";
import { isTimeSeries } from "./question.ts";
import type { TrendFilter, TrendQuery } from "./question.ts";

/** One line of a trend (reference/insights.md 7.2 and 7.3). */
export interface TrendSeries extends Partial<Compared> {
  /** The entity that was counted; absent from formulas. */
  action?: Entity;
  /** Its name, and the value of the breakdown. */
  label: string;
  /** Present when broken down: the value, several as a list, the id of a cohort or "all". */
  breakdown_value?: GroupValue | GroupValue[];
  /** Sum of the points before they are accumulated, whatever was counted; of a formula, after. */
  count: number;
  /** One value per bucket, ascending in time; empty where time is not shown. */
  data: number[];
  /** `2-Jan-2020`, for hours `2-Jan-2020 07:00`; `day 0` and so on when compared; empty where time is not shown. */
  labels: string[];
  /** `2020-01-02`, for hours `2020-01-02 07:00:00`. */
  days: string[];
  /** The value of the whole range, where time is not shown. */
  aggregated_value?: number;
  /** The persons behind each point. */
  persons_urls?: PersonLink[];
  /** The persons behind the value, where time is not shown. */
  persons?: PersonLink;
  /** The question in normal form; it may be asked again as it is. */
  filter: TrendFilter;
}

/** A stretch of time that series are shown over. */
export interface Period extends Buckets {
  /** As asked for. */
  range: DateRange;
  /** Is it the one that the current one is compared with? */
  isPrevious: boolean;
}

/** Puts an entity's lines into the wire's shape. */
export function toSeries(
  asked: Asked,
  query: TrendQuery,
  { entity, lines }: EntityLines,
  period: Period,
): TrendSeries[] {
  const isCumulative = query.display === "ActionsLineGraphCumulative";
  const pointDates = isTimeSeries(query.display) ? toPointLinks(asked, query, period) : [];
  return lines.map((line) => {
    const shown = isCumulative ? accumulate(line.data) : line.data;
    const linksOf = personLinks(asked, "trends", toPointFilter(query, entity, line, period));
    return {
      action: entity,
      label: line.label === null ? entity.name : `${entity.name} - ${line.label.text}`,
      ...(line.label !== null && { breakdown_value: line.label.value }),
      ...toPoints(query, { shown, count: total(line.data) }, period),
      ...(isTimeSeries(query.display)
        ? { persons_urls: linkPoints(linksOf, pointDates, lines.length) }
        : { persons: linksOf(toDates(asked, query, period)) }),
      filter: query.filter as TrendFilter,
    };
  });
}

/** The fields that show a line's points, or its one value. */
export function toPoints(
  query: TrendQuery,
  { shown, count }: { shown: number[]; count: number },
  period: Period,
): Pick<TrendSeries, "count" | "data" | "labels" | "days" | "aggregated_value"> & Partial<Compared> {
  const compared: Partial<Compared> = query.compare
    ? { compare: true, compare_label: period.isPrevious ? "previous" : "current" }
    : {};
  if (!isTimeSeries(query.display)) {
    return { count: 0, data: [], labels: [], days: period.days, aggregated_value: shown[0] ?? 0, ...compared };
  }
  const labels = query.compare ? toComparedLabels(period.labels, query.interval) : period.labels;
  return { count, data: shown, labels, days: period.days, ...compared };
}

/** The question for the persons behind a line; see insights.md 13.1. */
function toPointFilter(
  { filter }: TrendQuery,
  entity: Entity,
  { label }: LabelledLine,
  { range }: Period,
): Record<string, unknown> {
  return {
    ...filter,
    compare: null,
    // Pages of breakdown values are turned by it here, pages of persons there.
    offset: null,
    breakdown_offset: filter.offset === 0 ? null : filter.offset,
    question_range: toExactRange(range),
    entity_id: entity.id,
    entity_type: entity.type,
    entity_math: entity.math,
    entity_order: entity.order,
    ...(label !== null && { breakdown_value: label.value }),
  };
}

/** The points of a period's links. */
function toPointLinks(asked: Asked, query: TrendQuery, period: Period): LinkPoint[] {
  const { timezone, weekStartDay } = asked.calendar;
  const { fromMs, untilMs } = period.range;
  // All that the dates depend on.
  const name = JSON.stringify([fromMs, untilMs, query.interval, query.display, timezone, weekStartDay]);
  return toLinkPoints(toPointDates(asked, query, period), name);
}

/**
 * The dates of each point: its bucket's first and last day; where points add up, from the start of the range. And its
 * instants, since a bucket at an end of the range may be a part of itself only.
 */
function toPointDates(
  { calendar }: Asked,
  { interval, display }: TrendQuery,
  { edgesMs, days, range }: Period,
): Record<string, unknown>[] {
  const [first] = days;
  const { fromMs, untilMs } = roundForTrends(range, interval, calendar);
  return edgesMs.map((ms, index) => {
    const start = days[index];
    const endMs = edgesMs[index + 1] ?? nextInterval(ms, interval, calendar);
    const end = interval === "day" ? start : formatLast(endMs - 1000, interval, calendar.timezone);
    const isCumulative = display === "ActionsLineGraphCumulative";
    return {
      date_from: isCumulative ? first : start,
      date_to: end,
      point_range: toExactRange({
        fromMs: Math.max(fromMs, isCumulative ? (edgesMs[0] ?? ms) : ms),
        untilMs: edgesMs[index + 1] ?? untilMs,
      }),
    };
  });
}

/** The last second of an hour, which a date_to is taken for as it stands; of longer buckets the last day. */
function formatLast(ms: number, interval: Interval, timezone: string): string {
  return interval === "hour" ? `${formatDay(ms, "hour", timezone).slice(0, -2)}59` : formatDay(ms, "day", timezone);
}

/** The dates of a whole period; of the current one, as the question says them. */
function toDates({ calendar }: Asked, { filter }: TrendQuery, { range, isPrevious }: Period): Record<string, unknown> {
  const point = { point_range: toExactRange(roundForTrends(range, filter.interval, calendar)) };
  if (!isPrevious) return { date_from: filter.date_from, date_to: filter.date_to, ...point };
  const day = (ms: number) => formatDay(ms, "day", calendar.timezone);
  return { date_from: day(range.fromMs), date_to: day(range.untilMs - 1000), ...point };
}

/**
 * The late-legacy order of a breakdown by values: the largest first, then by label. Sessions' lengths keep theirs.
 * Source: reference/insights.md 14.
 */
export function sortSeries({ breakdown }: TrendQuery, series: TrendSeries[]): TrendSeries[] {
  if (breakdown?.by !== "values" || !breakdown.hasNull) return series;
  if (breakdown.sources.some((source) => source.type === "session" && source.key === "$session_duration"))
    return series;
  const size = ({ aggregated_value: value, count }: TrendSeries) => value ?? count;
  return series.toSorted((a, b) => size(b) - size(a) || (a.label < b.label ? -1 : a.label > b.label ? 1 : 0));
}
