import * as v from "valibot";
import type { Asking } from "../../base/call-options.ts";
import { parse } from "../../base/parse.ts";
import type { DateRange } from "../../port/range.ts";
import { peopleBehind, peoplePages } from "../people/people-behind.ts";
import type { PeopleAnswer, PeopleQuestion } from "../people/people-behind.ts";
import type { PeopleFields } from "../people/people-fields.ts";
import { peoplePageEntries } from "../people/people-query.ts";
import { PeopleResponse } from "../people/response.ts";
import { openQuestion, toRangeContext } from "../shared/answer.ts";
import type { Asked, Asks } from "../shared/answer.ts";
import { trendBreakdownEntries } from "../shared/breakdown.ts";
import { toBuckets } from "../shared/buckets.ts";
import { fromWallClock, intervalMs, shiftIntervals, startOfWallInterval } from "../shared/calendar.ts";
import type { Calendar, Interval } from "../shared/calendar.ts";
import { toRanking, toReach, toWindow, withFirsts } from "../shared/counting.ts";
import { parseExactRange } from "../shared/exact-range.ts";
import type { PeopleKind } from "../shared/insight-kind.ts";
import type { EntityMath } from "../shared/math.ts";
import { toPointEntity } from "../shared/point-entity.ts";
import { Line, pointEntityEntries, rangeEntries } from "../shared/point-entries.ts";
import type { ProjectSettings } from "../shared/project-settings.ts";
import { resolveRange, roundForTrends, toWallRange } from "../shared/range.ts";
import { resolveEntities } from "../shared/resolve-entities.ts";
import { toCommonFilters, toSelection } from "../shared/selection.ts";
import type { Resolved } from "../shared/selection.ts";
import { toSessionRange } from "../shared/session-range.ts";
import { toPointLine } from "./point-line.ts";
import { countingOf, toBreakdownPlan, withNeeds } from "./plan.ts";
import type { TrendActorList, ValueCounting } from "./plan.ts";
import { TrendQuestion, isTimeSeries, parseTrendQuery } from "./question.ts";
import type { TrendQuery } from "./question.ts";

/** A point of a trend. Its stretch of time is `point_range`, else the bucket that begins at `date_from`. */
export const TrendPoint = v.object({
  ...pointEntityEntries,
  /** The line, as answers write it: a value, a list of several, the id of a cohort or "all", a bin `[10.0,30.0]`. @default any */
  breakdown_value: v.nullish(Line),
  /** Values of the breakdown that the question skipped: its `offset`, which turns pages of persons here. */
  breakdown_offset: v.nullish(v.number()),
  ...rangeEntries,
});
export type TrendPoint = v.InferInput<typeof TrendPoint>;

/** Asks for the people behind a point of a trend. */
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
  toList: trendActors,
  needs: { ...TrendQuestion.entries, ...TrendPoint.entries },
};

export const trendPeople: PeopleKind<TrendPeopleMethods> = {
  method: "trends",
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

/** Values of the breakdown before the line; the question for its line has them under another name. */
const Skipped = v.object({ breakdown_offset: trendBreakdownEntries.offset });

/**
 * The actors behind a point of a trend: those with its entity in its range of time, and in its line of the breakdown.
 * @param input the trend's fields and those that name the point: `entity_id` and `entity_type`, or `entity_order`;
 * `breakdown_value`; the range by `point_range`, else by `date_from` (and, where points are no single buckets, `date_to`)
 * @returns null = no actors, since the entity's action does not exist
 * @throws HogletError 400 naming the field. Source: reference/insights.md 13.1.
 */
export async function trendActors(
  ctx: Asks,
  project: ProjectSettings,
  input: Record<string, unknown>,
): Promise<TrendActorList | null> {
  // A number of a formula, and both of a comparison, are no more than the points that links lead to.
  const { offset: _, compare: __, formula: ___, breakdown_offset: ____, ...fields } = input;
  const query = parseTrendQuery({ ...fields, offset: parse(Skipped, input).breakdown_offset });
  const asked = openQuestion(ctx, project, "");
  const line = toPointLine(input["breakdown_value"], query.breakdown);
  const [resolved] = resolveEntities(ctx, project.id, [toPointEntity(input, query.entities)]) ?? [];
  if (resolved === undefined) return null;
  const range = parseExactRange(input, "point_range") ?? (await toPointRange(ctx, asked, query));
  const valueRange = parseExactRange(input, "question_range") ?? range;
  const { entity } = resolved;
  const { calendar } = asked;
  // Where points add up, the window of the first bucket reaches back the farthest.
  const windowed = query.display === CUMULATIVE ? { ...range, untilMs: range.fromMs + 1 } : range;
  const counting = countingOf(query, entity, { edgesMs: [range.fromMs], range: windowed, calendar });
  const common = toCommonFilters(project, query);
  const selectionOf = (each: Resolved) => withFirsts(toSelection(each, common), each.entity);
  const select = withNeeds(selectionOf(resolved), query.breakdown, counting);
  // Sessions are as long as those of the whole question.
  const all = query.entities.flatMap((each) => resolveEntities(ctx, project.id, [each]) ?? []);
  const { math_group_type_index: groupTypeIndex } = entity;
  return {
    kind: "trend-actors",
    projectId: project.id,
    range: toWindow(range, counting),
    valueRange: toValueRange(query, entity, valueRange, calendar),
    sessionRange: toSessionRange(valueRange, [select, ...all.map(selectionOf)]),
    select,
    breakdown:
      query.breakdown && toBreakdownPlan(query.breakdown, toRanking(entity), line.type === "bin" ? [line.bin] : []),
    line,
    actors: groupTypeIndex === null ? { by: "persons" } : { by: "groups", groupTypeIndex },
    value: toValue(entity),
    order: "values",
  };
}

/** Rows that the question's breakdown values are ranked over. */
function toValueRange(query: TrendQuery, entity: EntityMath, range: DateRange, calendar: Calendar): DateRange {
  const edgesMs = isTimeSeries(query.display) ? toBuckets(range, query.interval, calendar).edgesMs : [range.fromMs];
  return toReach(range, countingOf(query, entity, { edgesMs, range, calendar }));
}

/** The value of each actor: the entity's statistic over the actor's events, else their number (rest.md 7.3). */
function toValue(entity: EntityMath): ValueCounting {
  const counting = toRanking(entity);
  return counting.by === "numbers" || counting.by === "session_seconds" ? counting : { by: "events" };
}

const CUMULATIVE = "ActionsLineGraphCumulative";

/** The stretch that dates name: of a point in time the bucket that starts at date_from, else all from date_from to date_to. */
async function toPointRange(ctx: Asks, asked: Asked, query: TrendQuery): Promise<DateRange> {
  const { calendar } = asked;
  const context = await toRangeContext(ctx, asked, query);
  if (query.display === CUMULATIVE || !isTimeSeries(query.display)) {
    return roundForTrends(resolveRange(query, context), query.interval, calendar);
  }
  const { fromWallMs } = toWallRange({ ...query, date_to: null }, context);
  const timezone = query.date_from?.includes("T") === true ? "UTC" : calendar.timezone;
  const toMs = (wallMs: number) => Math.floor(fromWallClock(wallMs, timezone) / 1000) * 1000;
  return { fromMs: toMs(fromWallMs), untilMs: toMs(toEnd(fromWallMs, query.interval)) };
}

/** The end of the bucket that starts at these digits: of all but hours, that of its last day. */
function toEnd(wallMs: number, interval: Interval): number {
  if (interval === "hour") return wallMs + intervalMs("hour");
  const dayMs = intervalMs("day");
  const lastMs = interval === "day" ? wallMs : shiftIntervals(wallMs, interval, 1) - dayMs;
  return startOfWallInterval(lastMs, "day", 0) + dayMs;
}
