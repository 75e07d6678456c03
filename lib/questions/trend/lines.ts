import * as v from "valibot";
import { Properties } from "../../base/answer-scalars.ts";
import { answeredAs, comparedEntries } from "../shared/answer-response.ts";
import type { Asked } from "../shared/answer.ts";
import { formatInstant, formatShortLabel } from "../shared/calendar.ts";
import type { Compared } from "../shared/compare.ts";
import type { Entity } from "../shared/entity.ts";
import { NONE, OTHER } from "../shared/line-label.ts";
import type { LineLabel } from "../shared/line-label.ts";
import { accumulate, total } from "../shared/points.ts";
import type { RequestFields } from "../shared/request-fields.ts";
import { formulasOver, toFormulaLabels } from "./formula-lines.ts";
import { isCumulative, isTimeSeries } from "./node.ts";
import type { TrendQuery } from "./node.ts";
import type { LabelledLine } from "./trend-lines.ts";
import type { Period, TrendPeriod } from "./trend-periods.ts";

/** The entity of a line, in answers to nodes. */
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
export const TrendsLine = v.object({
  /** Null for a formula. */
  action: v.nullable(answeredAs<TrendsAction>(Properties)),
  label: v.string(),
  /** The sum of the points; of a cumulative display the last; 0 where time is not shown. */
  count: v.number(),
  /** One value per bucket; empty where time is not shown, of a formula then null. */
  data: v.nullable(v.array(v.number())),
  /** `2-Jan-2020`, for hours `2-Jan 07:00`; absent where time is not shown. */
  labels: v.exactOptional(v.array(v.string())),
  /** `2020-01-02`, for hours `2020-01-02 07:00:00`. */
  days: v.array(v.string()),
  /** The value of the whole range, where time is not shown. */
  aggregated_value: v.exactOptional(v.number()),
  /** Present when broken down: the value as text, several as a list, the id of a cohort or "all". */
  breakdown_value: v.exactOptional(answeredAs<string | number | string[]>(v.unknown())),
  ...comparedEntries,
  /** The question in the older names. */
  filter: answeredAs<RequestFields>(Properties),
  /** The place of the series, or of the formula. */
  order: v.number(),
});

export interface TrendsLine extends v.InferOutput<typeof TrendsLine> {}

interface Question {
  query: TrendQuery;
  filter: RequestFields;
}

/** The lines of the series: all of the current period, then all of the one before. */
export function toTrendsLines(asked: Asked, { query, filter }: Question, periods: TrendPeriod[]): TrendsLine[] {
  return periods.flatMap(({ period, lines }) =>
    lines.flatMap(({ entity, lines: own }) =>
      sortLines(
        own
          .filter(({ label }) => !(query.hidesOther && isOther(label)))
          .map((line) => ({
            label: line.label,
            line: {
              action: toAction(asked, entity, period),
              label: toLineLabel(entity, line, lines.length),
              ...toPoints(asked, query, line.data, period),
              ...toValue(line.label),
              filter,
              order: entity.order,
            },
          })),
      ),
    ),
  );
}

function toLineLabel({ name }: Entity, { label }: LabelledLine, count: number): string {
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

/** The lines of all formulas: for each its current period, then the one before; broken down, the largest value first. */
export function toFormulaLines(asked: Asked, { query, filter }: Question, periods: TrendPeriod[]): TrendsLine[] {
  return query.formulas.flatMap(({ formula, label: text }, order) =>
    periods.flatMap(({ period, lines }) => {
      const evaluate = formulasOver(lines);
      const labels = toFormulaLabels(query, lines).filter((label) => !(query.hidesOther && isOther(label)));
      return sortLines(
        labels.map((label: LineLabel | null) => {
          const points = toPoints(asked, query, evaluate(formula, label), period);
          const data = isTimeSeries(query.display) ? points.data : null;
          return { label, line: { action: null, label: text, ...points, data, ...toValue(label), filter, order } };
        }),
      );
    }),
  );
}

/** The fields of the points, or of the one value. */
function toPoints(
  { calendar }: Asked,
  query: TrendQuery,
  data: number[],
  period: Period,
): Pick<TrendsLine, "count" | "data" | "labels" | "days" | "aggregated_value"> & Partial<Compared> {
  const { interval, compare } = query.dates;
  const compared: Partial<Compared> =
    compare === null ? {} : { compare: true, compare_label: period.isPrevious ? "previous" : "current" };
  if (!isTimeSeries(query.display)) {
    return { count: 0, data: [], days: [], aggregated_value: data[0] ?? 0, ...compared };
  }
  const shown = isCumulative(query) ? accumulate(data) : data;
  const labels = period.edgesMs.map((ms) => formatShortLabel(ms, interval, calendar.timezone));
  const count = isCumulative(query) ? (shown.at(-1) ?? 0) : total(data);
  return { count, data: shown, labels, days: period.days, ...compared };
}

/** Texts, except for the ids of cohorts. */
function toValue(label: LineLabel | null): Pick<TrendsLine, "breakdown_value"> {
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
function sortLines<Line extends Pick<TrendsLine, "count" | "aggregated_value">>(
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
