import * as v from "valibot";
import type { Asking } from "../../base/call-options.ts";
import { FiltersField } from "../../events/filters/index.ts";
import { peopleBehind, peoplePages } from "../people/people-behind.ts";
import type { PeopleAnswer, PeopleQuestion } from "../people/people-behind.ts";
import type { PeopleFields } from "../people/people-fields.ts";
import { peoplePageEntries } from "../people/people-query.ts";
import { PeopleResponse } from "../people/response.ts";
import { EntityInput } from "../shared/entity.ts";
import type { PeopleKind } from "../shared/insight-kind.ts";
import { questionRangeEntries } from "../shared/point-entries.ts";
import { correlationActors } from "./correlation-actors.ts";
import { CorrelationQuestion } from "./correlation-query.ts";

/** A number of a correlation. Source: reference/insights.md 13.3. */
export const CorrelationPoint = v.object({
  /** The event that they did; required, except for `properties`. */
  funnel_correlation_person_entity: v.nullish(EntityInput),
  /** The properties that they have; required for `properties`. */
  funnel_correlation_property_values: v.nullish(FiltersField),
  /** Those who finished, or those who did not. @default both */
  funnel_correlation_person_converted: v.nullish(v.union([v.boolean(), v.picklist(["true", "false"])])),
  /** JSON text of the elements of an autocapture event. Ours. */
  funnel_correlation_person_elements: v.nullish(v.string()),
  ...questionRangeEntries,
});
export type CorrelationPoint = v.InferInput<typeof CorrelationPoint>;

const { search, include_recordings } = peoplePageEntries;

const pageEntries = {
  search,
  include_recordings,
  /** People of a page: 1 to 1000. @default 100 */
  funnel_correlation_person_limit: v.nullish(v.number()),
  /** People to skip. @default 0 */
  funnel_correlation_person_offset: v.nullish(v.number()),
};

/** Asks for the people behind a number of a correlation, whose pages have fields of their own. */
export interface CorrelationPeopleQuestion extends PeopleFields<
  CorrelationQuestion,
  CorrelationPoint,
  typeof pageEntries
> {}

export interface CorrelationPeopleMethods {
  /**
   * People of a correlation: needs `funnel_correlation_person_entity`, for properties
   * `funnel_correlation_property_values`.
   */
  correlation(query: CorrelationPeopleQuestion & Asking): Promise<PeopleAnswer>;
}

const ACTORS: PeopleQuestion = {
  path: "funnel/correlation",
  toPlan: correlationActors,
  pageFields: { limit: "funnel_correlation_person_limit", offset: "funnel_correlation_person_offset" },
};

export const correlationPeople: PeopleKind<CorrelationPeopleMethods> = {
  method: "correlation",
  path: ACTORS.path,
  verbs: ["GET", "POST"],
  summary:
    "Persons (or groups) behind a number of a funnel's correlation. Needs `funnel_correlation_person_entity`, for properties `funnel_correlation_property_values`; pages by `funnel_correlation_person_limit` and `funnel_correlation_person_offset`.",
  fields: v.object({ ...CorrelationQuestion.entries, ...CorrelationPoint.entries, ...pageEntries }),
  example: {
    events: [{ id: "signed up" }, { id: "paid", order: 1 }],
    funnel_correlation_person_entity: { id: "watched video" },
  },
  response: PeopleResponse,
  ask: (ctx, project, input, origin) => peopleBehind(ctx, project, input, ACTORS, origin),
  pages: (ctx, project, input) => peoplePages(ctx, project, input, ACTORS),
};
