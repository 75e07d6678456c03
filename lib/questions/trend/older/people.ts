import * as v from "valibot";
import type { Asking } from "../../../base/call-options.ts";
import { parse } from "../../../base/parse.ts";
import type { DateRange } from "../../../port/range.ts";
import { peopleBehind, peoplePages } from "../../people/people-behind.ts";
import type { PeopleAnswer, PeopleQuestion } from "../../people/people-behind.ts";
import type { PeopleFields } from "../../people/people-fields.ts";
import { peoplePageEntries } from "../../people/people-query.ts";
import { PeopleResponse } from "../../people/response.ts";
import { openQuestion } from "../../shared/answer.ts";
import type { Asked, Asks } from "../../shared/answer.ts";
import { trendBreakdownEntries } from "../../shared/breakdown.ts";
import { fromWallClock, toWallClock } from "../../../base/zone-clock.ts";
import { shiftIntervals } from "../../shared/calendar.ts";
import { parseExactRange } from "../../shared/exact-range.ts";
import type { PeopleKind } from "../../shared/insight-kind.ts";
import { toPointEntity } from "../../shared/point-entity.ts";
import { Line, pointEntityEntries, rangeEntries } from "../../shared/point-entries.ts";
import type { ProjectSettings } from "../../shared/project-settings.ts";
import { parseMoment } from "../../shared/query-range.ts";
import { trendActors } from "../actors.ts";
import { trendRanges } from "../answer.ts";
import { isCumulative, isTimeSeries } from "../node.ts";
import type { TrendQuery } from "../node.ts";
import type { TrendActorList } from "../plan.ts";
import { toPointLine } from "../point-line.ts";
import { readOlderTrend, TrendQuestion } from "./question.ts";

/** A point of a trend. Its stretch of time is `point_range`, else the bucket that begins at `date_from`. */
export const TrendPoint = v.object({
  ...pointEntityEntries,
  /** The line, as answers write it: a value, a list of several, the id of a cohort or "all", a bin `[10.0,30.0]`. @default any */
  breakdown_value: v.nullish(Line),
  /** Values of the breakdown that the question skipped. There the field is called `offset`, which here turns pages of persons. */
  breakdown_offset: v.nullish(v.number()),
  ...rangeEntries,
});
export type TrendPoint = v.InferInput<typeof TrendPoint>;

export interface TrendPeopleQuestion extends PeopleFields<TrendQuestion, TrendPoint> {}

export interface TrendPeopleMethods {
  /**
   * People of a trend: needs `entity_id` with `entity_type`, or `entity_order`. Those with the highest `value_at_data_point`
   * come first: how many of the counted events are theirs, or the trend's statistic (`sum`, `median`, …) of these.
   * @example
   * const [line] = (await hoglet.insights.trend({ events: [{ id: "paid" }] })).result;
   * const { results } = await hoglet.persons.trends({ ...line?.persons_urls?.[0]?.filter, limit: 10 });
   */
  trends(query: TrendPeopleQuestion & Asking): Promise<PeopleAnswer>;
}

const ACTORS: PeopleQuestion = {
  path: "trends",
  toList: olderTrendActors,
  needs: { ...TrendQuestion.entries, ...TrendPoint.entries },
};

export const trendPeople: PeopleKind<TrendPeopleMethods> = {
  path: ACTORS.path,
  verbs: ["GET"],
  summary:
    "Persons (or groups) behind a point of a trend. Needs `entity_id` and `entity_type` (or `entity_order`, a place among `events` and `actions`); `date_from` is the start of the point's bucket.",
  fields: v.object({ ...TrendQuestion.entries, ...TrendPoint.entries, ...peoplePageEntries }),
  example: { entity_id: "signed up", entity_type: "events", date_from: "2024-03-01" },
  response: PeopleResponse,
  ask: (ctx, project, input, origin) => peopleBehind(ctx, project, input, ACTORS, origin),
  pages: (ctx, project, input) => peoplePages(ctx, project, input, ACTORS),
};

/** The values skipped before the line, under their name in a question for persons. */
const Skipped = v.object({ breakdown_offset: trendBreakdownEntries.offset });

/**
 * The actors behind a point of a trend.
 * @param input the trend's fields, and those of the point. The range is `point_range`, else from `date_from` (and,
 * where points are no single buckets, to `date_to`)
 * @returns null = the entity's action does not exist
 * @throws HogletError 400 naming the field. Source: reference/insights.md 13.1.
 */
export async function olderTrendActors(
  ctx: Asks,
  project: ProjectSettings,
  input: Record<string, unknown>,
): Promise<TrendActorList | null> {
  // Links lead to points: never to a number of a formula, nor to both of a comparison.
  const { offset: _, compare: __, formula: ___, breakdown_offset: ____, ...fields } = input;
  const { query } = readOlderTrend({ ...fields, offset: parse(Skipped, input).breakdown_offset });
  const line = toPointLine(input["breakdown_value"], query.breakdown);
  const entity = toPointEntity(input, query.entities);
  const asked = openQuestion(ctx, project, "");
  const range = parseExactRange(input, "point_range") ?? (await toPointRange(ctx, asked, query));
  const whole = parseExactRange(input, "question_range") ?? range;
  return trendActors(ctx, project, query, { entity, line, range, whole });
}

/**
 * The time that dates name: for points in time the bucket that starts at date_from, else all from date_from to date_to.
 */
async function toPointRange(ctx: Asks, asked: Asked, query: TrendQuery): Promise<DateRange> {
  const { dates, display } = query;
  const { date_from: from, interval } = dates;
  if (from === "all" || isCumulative(query) || !isTimeSeries(display)) {
    const [range] = await trendRanges(ctx, asked, query);
    return range?.counted ?? { fromMs: 0, untilMs: 0 };
  }
  const { timezone } = asked.calendar;
  const fromMs = parseMoment(from ?? "-7d", "date_from", asked);
  const untilWallMs = shiftIntervals(toWallClock(fromMs, timezone), interval, 1);
  return { fromMs, untilMs: fromWallClock(untilWallMs, timezone) };
}
