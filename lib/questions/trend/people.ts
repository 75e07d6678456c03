import * as v from "valibot";
import type { Asking } from "../../base/call-options.ts";
import { peopleBehind, peoplePages } from "../people/people-behind.ts";
import type { PeopleAnswer, PeopleQuestion } from "../people/people-behind.ts";
import type { PeopleFields } from "../people/people-fields.ts";
import { peoplePageEntries } from "../people/people-query.ts";
import { PeopleResponse } from "../people/response.ts";
import type { PeopleKind } from "../shared/insight-kind.ts";
import { Line, pointEntityEntries, rangeEntries } from "../shared/point-entries.ts";
import { trendActors } from "./trend-actors.ts";
import { TrendQuestion } from "./trend-query.ts";

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

const ACTORS: PeopleQuestion = { path: "trends", toPlan: trendActors };

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
