import * as v from "valibot";
import { Properties } from "../../../base/answer-scalars.ts";
import type { GroupValue } from "../../../port/lines.ts";
import { answeredAs, comparedEntries, lineEntries, PersonLinks } from "../../shared/answer-response.ts";
import { toExactRange } from "../../shared/exact-range.ts";
import type { Asked } from "../../shared/answer.ts";
import { formatDay, nextInterval } from "../../shared/calendar.ts";
import type { Interval } from "../../shared/calendar.ts";
import { toComparedLabels } from "../../shared/compare.ts";
import type { Compared } from "../../shared/compare.ts";
import type { Entity } from "../../shared/entity.ts";
import type { LineLabel } from "../../shared/line-label.ts";
import { linkPoints, personLinks, toLinkPoints } from "../../shared/person-links.ts";
import type { LinkPoint } from "../../shared/person-links.ts";
import { accumulate, total } from "../../shared/points.ts";
import { formulasOver, toFormulaLabels } from "../formula-lines.ts";
import { isOther } from "../lines.ts";
import { isCumulative, isTimeSeries } from "../node.ts";
import type { TrendQuery } from "../node.ts";
import type { EntityLines, LabelledLine } from "../trend-lines.ts";
import type { Period, TrendPeriod } from "../trend-periods.ts";
import type { OlderTrend, TrendFilter } from "./question.ts";

/** One line of a trend (reference/insights.md 7.2 and 7.3). */
export const TrendSeries = v.object({
  /** The entity that was counted; absent from formulas. */
  action: v.exactOptional(answeredAs<Entity>(Properties)),
  /**
   * `label`: the name of the entity, and the value of the breakdown. `count`: the sum of the points before they are accumulated,
   * whatever was counted; of a formula, after. `data`: a value for each bucket, ascending in time; empty where time is not shown.
   * `labels`: `2-Jan-2020`, for hours `2-Jan-2020 07:00`; `day 0` and so on when compared; empty where time is not shown.
   */
  ...lineEntries,
  /** `2020-01-02`, for hours `2020-01-02 07:00:00`. */
  days: v.array(v.string()),
  /** The value of the whole range, where time is not shown. */
  aggregated_value: v.exactOptional(v.number()),
  /** Present when broken down: the value, several as a list, the id of a cohort or "all". */
  breakdown_value: v.exactOptional(answeredAs<GroupValue | GroupValue[]>(v.unknown())),
  ...comparedEntries,
  /** The persons behind each point. */
  persons_urls: v.exactOptional(PersonLinks),
  /** The persons behind the value, where time is not shown. */
  persons: v.exactOptional(PersonLinks.item),
  /** The question in normal form; it may be asked again as it is. */
  filter: answeredAs<TrendFilter>(Properties),
});

export interface TrendSeries extends v.InferOutput<typeof TrendSeries> {}

/** The lines of the first entity in all periods, then those of the next; or those of the formula. */
export function toAllSeries(asked: Asked, question: OlderTrend, periods: TrendPeriod[]): TrendSeries[] {
  const { query } = question;
  if (query.formulas.length > 0) {
    return periods.flatMap(({ period, lines }) => toFormulaSeries(question, lines, period));
  }
  const [{ lines: entities } = { lines: [] }] = periods;
  return entities.flatMap((_, place) =>
    periods.flatMap(({ period, lines }) => {
      const own = lines[place];
      return own === undefined ? [] : sortSeries(question, toSeries(asked, question, own, period));
    }),
  );
}

/** An entity's lines in the wire's shape. */
function toSeries(
  asked: Asked,
  question: OlderTrend,
  { entity, lines: all }: EntityLines,
  period: Period,
): TrendSeries[] {
  const { query, filter } = question;
  const pointDates = isTimeSeries(query.display) ? toPointLinks(asked, question, period) : [];
  const lines = all.filter(({ label }) => !(query.hidesOther && isOther(label)));
  const toOne = (line: LabelledLine): TrendSeries => {
    const shown = isCumulative(query) ? accumulate(line.data) : line.data;
    const linksOf = personLinks(asked, "trends", toPointFilter(question, entity, line, period));
    return {
      action: entity,
      label: line.label === null ? entity.name : `${entity.name} - ${line.label.text}`,
      ...(line.label !== null && { breakdown_value: line.label.value }),
      ...toPoints(query, { shown, count: total(line.data) }, period),
      ...(isTimeSeries(query.display)
        ? { persons_urls: linkPoints(linksOf, pointDates, lines.length) }
        : { persons: linksOf(toDates(asked, question, period)) }),
      filter,
    };
  };
  return lines.map(toOne);
}

/** The fields of a line's points, or of its one value. */
function toPoints(
  query: TrendQuery,
  { shown, count }: { shown: number[]; count: number },
  period: Period,
): Pick<TrendSeries, "count" | "data" | "labels" | "days" | "aggregated_value"> & Partial<Compared> {
  const { interval, compare } = query.dates;
  const compared: Partial<Compared> =
    compare === null ? {} : { compare: true, compare_label: period.isPrevious ? "previous" : "current" };
  if (!isTimeSeries(query.display)) {
    return { count: 0, data: [], labels: [], days: period.days, aggregated_value: shown[0] ?? 0, ...compared };
  }
  const labels = compare === null ? period.labels : toComparedLabels(period.labels, interval);
  return { count, data: shown, labels, days: period.days, ...compared };
}

/** The question for the persons behind a line (insights.md 13.1). */
function toPointFilter(
  { filter }: OlderTrend,
  entity: Entity,
  { label }: LabelledLine,
  { range }: Period,
): Record<string, unknown> {
  return {
    ...filter,
    compare: null,
    // Here `offset` turns pages of breakdown values, there pages of persons.
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
function toPointLinks(asked: Asked, question: OlderTrend, period: Period): LinkPoint[] {
  const { timezone, weekStartDay } = asked.calendar;
  const { fromMs, untilMs } = period.range;
  // All that the dates depend on.
  const { interval, display } = question.filter;
  const name = JSON.stringify([fromMs, untilMs, interval, display, timezone, weekStartDay]);
  return toLinkPoints(toPointDates(asked, question, period), name);
}

/**
 * The dates of each point: its bucket's first and last day; where points add up, from the start of the range. Also its
 * instants, since the range may cut a bucket at its ends.
 */
function toPointDates(
  { calendar }: Asked,
  { query }: OlderTrend,
  { edgesMs, days, counted }: Period,
): Record<string, unknown>[] {
  const [first] = days;
  const { interval } = query.dates;
  return edgesMs.map((ms, index) => {
    const start = days[index];
    const endMs = edgesMs[index + 1] ?? nextInterval(ms, interval, calendar);
    const end = interval === "day" ? start : formatLast(endMs - 1000, interval, calendar.timezone);
    return {
      date_from: isCumulative(query) ? first : start,
      date_to: end,
      point_range: toExactRange({
        fromMs: Math.max(counted.fromMs, isCumulative(query) ? (edgesMs[0] ?? ms) : ms),
        untilMs: edgesMs[index + 1] ?? counted.untilMs,
      }),
    };
  });
}

/** The end of an hour as its last second, since a date_to with a time is exact; of longer buckets the last day. */
function formatLast(ms: number, interval: Interval, timezone: string): string {
  return interval === "hour" ? `${formatDay(ms, "hour", timezone).slice(0, -2)}59` : formatDay(ms, "day", timezone);
}

/** The dates of a whole period; for the current one, as the question has them. */
function toDates(
  { calendar }: Asked,
  { filter }: OlderTrend,
  { range, counted, isPrevious }: Period,
): Record<string, unknown> {
  const point = { point_range: toExactRange(counted) };
  if (!isPrevious) return { date_from: filter.date_from, date_to: filter.date_to, ...point };
  const day = (ms: number) => formatDay(ms, "day", calendar.timezone);
  return { date_from: day(range.fromMs), date_to: day(range.untilMs - 1000), ...point };
}

/**
 * Late-legacy order of a breakdown by values: the largest first, then by label. Lengths of sessions keep their order.
 * Source: reference/insights.md 14.
 */
function sortSeries({ query: { breakdown } }: OlderTrend, series: TrendSeries[]): TrendSeries[] {
  if (breakdown?.by !== "values" || !breakdown.hasNull) return series;
  if (breakdown.sources.some((source) => source.type === "session" && source.key === "$session_duration"))
    return series;
  return series.toSorted((a, b) => size(b) - size(a) || (a.label < b.label ? -1 : a.label > b.label ? 1 : 0));
}

function size({ aggregated_value: value, count }: TrendSeries): number {
  return value ?? count;
}

/** The line of a formula, or its lines by breakdown value (reference/insights.md 7.6). */
function toFormulaSeries(question: OlderTrend, entities: EntityLines[], period: Period): TrendSeries[] {
  const { query, filter } = question;
  const evaluate = formulasOver(entities);
  const labels = toFormulaLabels(query, entities).filter((label) => !(query.hidesOther && isOther(label)));
  const series = query.formulas.flatMap(({ formula }) =>
    labels.map((label): TrendSeries => {
      const values = evaluate(formula, label);
      const shown = isCumulative(query) ? accumulate(values) : values;
      const text = label === null ? `Formula (${formula.text})` : toLabelText(label);
      const value = label === null ? {} : { breakdown_value: label.value };
      return Object.assign(toPoints(query, { shown, count: total(shown) }, period), value, { label: text, filter });
    }),
  );
  return sortSeries(question, series);
}

/** The value itself, even the empty text; a cohort's name. */
function toLabelText({ value, text }: LineLabel): string {
  return value === "" ? "" : text;
}
