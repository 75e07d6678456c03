import type { Asked } from "../shared/answer.ts";
import { formatInstant, formatShortLabel } from "../shared/calendar.ts";
import type { Compared } from "../shared/compare.ts";
import type { Entity } from "../shared/entity.ts";
import { NONE, OTHER } from "../shared/line-label.ts";
import type { LineLabel } from "../shared/line-label.ts";
import { accumulate, total } from "../shared/points.ts";
import type { TrendsNodeQuestion } from "./query-question.ts";
import { isTimeSeries } from "./question.ts";
import type { TrendFilter } from "./question.ts";
import type { LabelledLine } from "./trend-lines.ts";
import type { TrendPeriod } from "./trend-periods.ts";
import type { Period } from "./trend-series.ts";

/** The entity of a line, as answers to query nodes show it. */
export interface TrendsAction {
  /** The start of each bucket: ISO text with an offset. */
  days: string[];
  /** The event's or action's name. */
  id: string;
  type: "events";
  order: number;
  name: string;
  custom_name: string | null;
  math: string;
  math_property: string | null;
  math_hogql: string | null;
  math_group_type_index: number | null;
  properties: Record<string, never>;
}

/** One line of the answer to a TrendsQuery. Source: reference/query.md 5. */
export interface TrendsLine extends Partial<Compared> {
  /** Null for a formula. */
  action: TrendsAction | null;
  label: string;
  /** The sum of the points; of a cumulative display the last; 0 where time is not shown. */
  count: number;
  /** One value per bucket; empty where time is not shown, of a formula then null. */
  data: number[] | null;
  /** `2-Jan-2020`, for hours `2-Jan 07:00`; absent where time is not shown. */
  labels?: string[];
  /** `2020-01-02`, for hours `2020-01-02 07:00:00`. */
  days: string[];
  /** The value of the whole range, where time is not shown. */
  aggregated_value?: number;
  /** Present when broken down: the value as text, several as a list, the id of a cohort or "all". */
  breakdown_value?: string | number | string[];
  /** The question in the older names. */
  filter: TrendFilter;
  /** The place of the series, or of the formula. */
  order: number;
}

/** The lines of the series: all of the current period, then all of the one before. */
export function toTrendsLines(asked: Asked, question: TrendsNodeQuestion, periods: TrendPeriod[]): TrendsLine[] {
  return periods.flatMap(({ period, lines }) =>
    lines.flatMap(({ entity, lines: own }) =>
      sortLines(
        own
          .filter(({ label }) => !(question.hidesOther && isOther(label)))
          .map((line) => ({
            label: line.label,
            line: {
              action: toAction(asked, entity, period),
              label: toText(entity, line, lines.length),
              ...toPoints(asked, question, { data: line.data, counted: line.data, period }),
              ...toValue(line.label),
              filter: question.query.filter as TrendFilter,
              order: entity.order,
            },
          })),
      ),
    ),
  );
}

function toText({ name }: Entity, { label }: LabelledLine, count: number): string {
  if (label === null) return name;
  return count > 1 ? `${name} - ${label.text}` : label.text;
}

function toAction({ calendar }: Asked, entity: Entity, { edgesMs }: Period): TrendsAction {
  const { name, order, custom_name, math, math_property, math_group_type_index, math_hogql } = entity;
  return {
    days: edgesMs.map((ms) => formatInstant(ms, calendar.timezone)),
    id: name,
    type: "events",
    order,
    name,
    custom_name,
    math,
    math_property,
    math_hogql: math_hogql ?? null,
    math_group_type_index,
    properties: {},
  };
}

/** The fields that show points, or the one value. */
export function toPoints(
  { calendar }: Asked,
  { query, dates }: TrendsNodeQuestion,
  { data, counted, period }: { data: number[]; counted: number[]; period: Period },
): Pick<TrendsLine, "count" | "data" | "labels" | "days" | "aggregated_value"> & Partial<Compared> {
  const compared: Partial<Compared> =
    dates.compare === null ? {} : { compare: true, compare_label: period.isPrevious ? "previous" : "current" };
  if (!isTimeSeries(query.display)) {
    return { count: 0, data: [], days: [], aggregated_value: data[0] ?? 0, ...compared };
  }
  const isCumulative = query.display === "ActionsLineGraphCumulative";
  const shown = isCumulative ? accumulate(data) : data;
  const labels = period.edgesMs.map((ms) => formatShortLabel(ms, query.interval, calendar.timezone));
  const count = isCumulative ? (shown.at(-1) ?? 0) : total(counted);
  return { count, data: shown, labels, days: period.days, ...compared };
}

/** The field `breakdown_value`: texts, but for the ids of cohorts. */
export function toValue(label: LineLabel | null): Pick<TrendsLine, "breakdown_value"> {
  if (label === null) return {};
  const { value, rank } = label;
  if (Array.isArray(value)) return { breakdown_value: value.map(String) };
  // A cohort's id ranks by its number, which is its value.
  return { breakdown_value: typeof value === "number" && rank[0] === value ? value : String(value) };
}

/** Is it the line of all further values? */
export function isOther(label: LineLabel | null): boolean {
  return label !== null && [label.value].flat().every((value) => value === OTHER.text);
}

function isNone(label: LineLabel | null): boolean {
  return label !== null && [label.value].flat().every((value) => value === NONE.text);
}

/** The largest first; a missing value and all further values last. */
export function sortLines<Line extends Pick<TrendsLine, "count" | "aggregated_value">>(
  lines: { label: LineLabel | null; line: Line }[],
): Line[] {
  const size = ({ aggregated_value: value, count }: Line) => value ?? count;
  return lines
    .toSorted((a, b) => placeOf(a.label) - placeOf(b.label) || size(b.line) - size(a.line))
    .map(({ line }) => line);
}

function placeOf(label: LineLabel | null): number {
  if (isOther(label)) return 2;
  return isNone(label) ? 1 : 0;
}
