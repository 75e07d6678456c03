import * as v from "valibot";
import type { Asking } from "../../../base/call-options.ts";
import { parse } from "../../../base/parse.ts";
import { FiltersField } from "../../../events/filters/index.ts";
import type { FunnelActorList } from "../../funnel/plan.ts";
import { peopleBehind, peoplePages } from "../../people/people-behind.ts";
import type { PeopleAnswer, PeopleQuestion } from "../../people/people-behind.ts";
import type { PeopleFields } from "../../people/people-fields.ts";
import { peoplePageEntries } from "../../people/people-query.ts";
import { PeopleResponse } from "../../people/response.ts";
import { openQuestion } from "../../shared/answer.ts";
import type { Asks } from "../../shared/answer.ts";
import { EntityInput } from "../../shared/entity.ts";
import { parseExactRange } from "../../shared/exact-range.ts";
import { writtenAs } from "../../../base/written-as.ts";
import { maybe } from "../../shared/fields.ts";
import { normaliseInput } from "../../shared/input.ts";
import type { PeopleKind } from "../../shared/insight-kind.ts";
import { nodeRange } from "../../shared/node-question.ts";
import { questionRangeEntries } from "../../shared/point-entries.ts";
import { readOlderEntity } from "../../shared/older-fields.ts";
import type { ProjectSettings } from "../../shared/project-settings.ts";
import { correlationActors, readValues } from "../actors.ts";
import { CorrelationQuestion, readOlderCorrelation } from "./question.ts";

/** True or false in any letter case, as the original has it. */
const ConvertedField = writtenAs<boolean | "true" | "false">()(
  v.pipe(
    v.union([v.boolean(), v.string()], "Expected true or false."),
    v.transform((value) => String(value).toLowerCase()),
    v.picklist(["true", "false"], "Expected true or false."),
    v.transform((word) => word === "true"),
  ),
);

const itemEntries = {
  /** The event that they did; required, except for `properties`. */
  funnel_correlation_person_entity: maybe(EntityInput),
  /** The properties that they have; required for `properties`. */
  funnel_correlation_property_values: maybe(FiltersField),
  /** Only actors who finished, or only actors who did not. @default both */
  funnel_correlation_person_converted: maybe(ConvertedField),
  /** JSON text of the elements of an autocapture event. Ours. */
  funnel_correlation_person_elements: maybe(v.string()),
};
const ItemFields = v.object(itemEntries);

/** A number of a correlation. Source: reference/insights.md 13.3. */
export const CorrelationPoint = v.object({ ...itemEntries, ...questionRangeEntries });
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

/** The people behind a number of a correlation; the fields of pages have names of their own. */
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

const PAGE_FIELDS = { limit: "funnel_correlation_person_limit", offset: "funnel_correlation_person_offset" };

const ACTORS: PeopleQuestion = {
  path: "funnel/correlation",
  toList: olderCorrelationActors,
  needs: { ...CorrelationQuestion.entries, ...CorrelationPoint.entries },
  pageFields: PAGE_FIELDS,
};

export const correlationPeople: PeopleKind<CorrelationPeopleMethods> = {
  path: ACTORS.path,
  pageFields: PAGE_FIELDS,
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

/**
 * The actors behind a number of a correlation.
 * @param input the correlation's fields and those that name the point: `funnel_correlation_person_entity`, for properties
 * `funnel_correlation_property_values`; `funnel_correlation_person_converted`, absent = those who finished and the others
 * @returns null = no actors
 * @throws HogletError 400 naming the field. Source: reference/insights.md 13.3.
 */
export async function olderCorrelationActors(
  ctx: Asks,
  project: ProjectSettings,
  input: Record<string, unknown>,
): Promise<FunnelActorList | null> {
  const { query } = readOlderCorrelation(input);
  const point = parse(ItemFields, normaliseInput(input));
  const wire = point.funnel_correlation_person_entity;
  const asked = openQuestion(ctx, project, "");
  return correlationActors(ctx, asked, query, {
    entity: wire === undefined ? null : readOlderEntity(wire, "funnel_correlation_person_entity"),
    elementsText: point.funnel_correlation_person_elements ?? null,
    values: readValues(point.funnel_correlation_property_values),
    converted: point.funnel_correlation_person_converted ?? null,
    range: parseExactRange(input, "question_range") ?? (await nodeRange(ctx, asked, query.funnel.dates)),
  });
}
