import * as v from "valibot";
import type { Asking } from "../../base/call-options.ts";
import { invalid } from "../../base/errors.ts";
import { parse } from "../../base/parse.ts";
import { FiltersField, parseFilters } from "../../events/filters/index.ts";
import type { DateRange } from "../../port/range.ts";
import type { FunnelActorList, FunnelDid } from "../funnel/plan.ts";
import { toPointSteps } from "../funnel/funnel-point.ts";
import { readSteps } from "../funnel/older/point-steps.ts";
import { toActorsPlan, toFunnelPlan } from "../funnel/to-funnel-plan.ts";
import { peopleBehind, peoplePages } from "../people/people-behind.ts";
import type { PeopleAnswer, PeopleQuestion } from "../people/people-behind.ts";
import type { PeopleFields } from "../people/people-fields.ts";
import { peoplePageEntries } from "../people/people-query.ts";
import { PeopleResponse } from "../people/response.ts";
import { openQuestion } from "../shared/answer.ts";
import type { Asked, Asks } from "../shared/answer.ts";
import { EntityInput, toEntity } from "../shared/entity.ts";
import { parseExactRange } from "../shared/exact-range.ts";
import { writtenAs } from "../../base/written-as.ts";
import { maybe } from "../shared/fields.ts";
import { normaliseInput } from "../shared/input.ts";
import type { PeopleKind } from "../shared/insight-kind.ts";
import { nodeRange } from "../shared/node-question.ts";
import { questionRangeEntries } from "../shared/point-entries.ts";
import type { ProjectSettings } from "../shared/project-settings.ts";
import { resolveEntities } from "../shared/resolve-entities.ts";
import { toSelection } from "../shared/selection.ts";
import { CorrelationQuestion, parseCorrelationQuery } from "./question.ts";
import type { CorrelationQuery } from "./question.ts";
import { toCorrelationRange } from "./answer.ts";

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
  /** Those who finished, or those who did not. @default both */
  funnel_correlation_person_converted: maybe(ConvertedField),
  /** JSON text of the elements of an autocapture event. Ours. */
  funnel_correlation_person_elements: maybe(v.string()),
};
const ItemFields = v.object(itemEntries);
type ItemFields = v.InferOutput<typeof ItemFields>;

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

const PAGE_FIELDS = { limit: "funnel_correlation_person_limit", offset: "funnel_correlation_person_offset" };

const ACTORS: PeopleQuestion = {
  path: "funnel/correlation",
  toList: correlationActors,
  needs: { ...CorrelationQuestion.entries, ...CorrelationPoint.entries },
  pageFields: PAGE_FIELDS,
};

export const correlationPeople: PeopleKind<CorrelationPeopleMethods> = {
  method: "correlation",
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
export async function correlationActors(
  ctx: Asks,
  project: ProjectSettings,
  input: Record<string, unknown>,
): Promise<FunnelActorList | null> {
  const query = parseCorrelationQuery(input);
  const point = parse(ItemFields, normaliseInput(input));
  requirePoint(point, query);
  const asked = openQuestion(ctx, project, "");
  const range = parseExactRange(input, "question_range") ?? (await nodeRange(ctx, asked, query.funnel.dates));
  const planned = toFunnelPlan(ctx, asked, withValues(query, point).funnel, range);
  if (planned === null) return null;
  const count = planned.plan.steps.length;
  const entered = toPointSteps(readSteps({ funnel_step: 1, ...input }), count) ?? [];
  const converted = point.funnel_correlation_person_converted;
  const steps = entered.filter((step) => converted === undefined || (step === count) === converted);
  const did = toDid(ctx, asked, point, range);
  if (did === undefined) return null;
  return {
    kind: "funnel-actors",
    funnel: toActorsPlan(planned.plan),
    point: { by: "furthest", steps },
    line: null,
    did,
  };
}

function requirePoint(point: ItemFields, { fields }: CorrelationQuery): void {
  if (fields.funnel_correlation_type === "properties") {
    if (point.funnel_correlation_property_values !== undefined) return;
    const detail = "Property Correlation expects atleast one Property to get persons for";
    throw invalid("funnel_correlation_property_values", detail, "required");
  }
  if (point.funnel_correlation_person_entity !== undefined) return;
  throw invalid("funnel_correlation_person_entity", "No entity for persons specified", "required");
}

/** The properties that actors have join the funnel's own filters. */
function withValues(
  query: CorrelationQuery,
  { funnel_correlation_property_values: values }: ItemFields,
): CorrelationQuery {
  if (query.fields.funnel_correlation_type !== "properties") return query;
  const wanted = parseFilters(values, "funnel_correlation_property_values", "person");
  const { properties } = query.funnel;
  return { ...query, funnel: { ...query.funnel, properties: { type: "AND", values: [properties, wanted] } } };
}

/** Null = nothing need be done; undefined = an action that does not exist is wanted, which nobody did. */
function toDid(ctx: Asks, { project }: Asked, point: ItemFields, range: DateRange): FunnelDid | null | undefined {
  const wire = point.funnel_correlation_person_entity;
  if (wire === undefined) return null;
  const resolved = resolveEntities(ctx, project.id, [toEntity(wire, "funnel_correlation_person_entity")]);
  const [one] = resolved ?? [];
  if (one === undefined) return undefined;
  const elementsText = point.funnel_correlation_person_elements ?? null;
  return { select: toSelection(one, []), elementsText, range: toCorrelationRange(range) };
}
