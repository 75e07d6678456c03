import * as v from "valibot";
import { FiltersField } from "../../filters/index.ts";
import { CorrelationFields } from "../correlation/correlation-query.ts";
import { AnyWireEntity } from "../entity.ts";
import { EntityQueryFields } from "../entity-query.ts";
import { ActorFields } from "../funnel/funnel-actor.ts";
import { FunnelFields } from "../funnel/funnel-query.ts";
import { PathFields } from "../path-query.ts";
import { RetentionFields } from "../retention-query.ts";
import { TrendQuery } from "../trend-query.ts";
import { UNSUPPORTED_FIELDS } from "../unsupported.ts";

// Every field that a question, or a question for people, may have: what says whether a field is known. The types beside it
// say the same for the compiler, which test/types holds against this.

type Anything = v.OptionalSchema<v.UnknownSchema, undefined>;

/** Fields whose values are read elsewhere. */
function fields<Name extends string>(...names: Name[]): Record<Name, Anything> {
  return Object.fromEntries(names.map((name) => [name, v.optional(v.unknown())])) as Record<Name, Anything>;
}

/** What a question is called, and what is known to be refused. */
const named = { ...fields("insight"), ...(fields(...UNSUPPORTED_FIELDS) as Record<never, Anything>) };
const shown = { ...named, ...fields("shown_as") };

const correlationEntries = { ...FunnelFields.entries, ...CorrelationFields.entries, ...named };
const stepEntries = fields("funnel_step", "funnel_custom_steps");

const funnelEntries = { ...FunnelFields.entries, ...ActorFields.entries, ...named };
const pathEntries = { ...PathFields.entries, ...named };

/** Names of the fields that any question has. In a question they are not about they have no bearing. */
export const anyQuestionFields: readonly string[] = Object.keys({
  ...TrendQuery.entries,
  ...EntityQueryFields.entries,
  ...RetentionFields.entries,
  ...funnelEntries,
  ...correlationEntries,
  ...stepEntries,
  ...pathEntries,
  ...shown,
});

/** The fields of each insight. */
export const questionFields = {
  trend: v.object({ ...TrendQuery.entries, ...shown }),
  lifecycle: v.object({ ...EntityQueryFields.entries, ...shown }),
  stickiness: v.object({ ...EntityQueryFields.entries, ...shown }),
  retention: v.object({ ...RetentionFields.entries, ...named }),
  funnel: v.object(funnelEntries),
  correlation: v.object({ ...correlationEntries, ...stepEntries }),
  paths: v.object({
    ...pathEntries,
    funnel_filter: v.optional(
      v.object({ ...fields(...anyQuestionFields), ...funnelEntries, ...fields("funnel_step") }),
    ),
  }),
};

const entityEntries = fields(
  "entity_order",
  "entity_id",
  "entityId",
  "entity_type",
  "entity_math",
  "math_group_type_index",
);

const correlationPointEntries = {
  ...fields("funnel_correlation_person_converted", "funnel_correlation_person_elements", "question_range"),
  funnel_correlation_person_entity: AnyWireEntity,
  funnel_correlation_property_values: FiltersField,
};

/** The fields that name a number of each insight's answer. */
export const pointFields = {
  trend: v.object({
    ...entityEntries,
    ...fields("breakdown_value", "breakdown_offset", "point_range", "question_range"),
  }),
  lifecycle: v.object({
    ...entityEntries,
    ...fields("lifecycle_type", "target_date", "point_range", "question_range"),
  }),
  stickiness: v.object({ ...entityEntries, ...fields("stickiness_days", "selected_interval", "question_range") }),
  retention: v.object(fields("breakdown_values", "selected_interval", "display")),
  funnel: v.object({
    ...stepEntries,
    ...fields("funnel_step_breakdown", "funnel_step_other", "entrance_period_start", "drop_off"),
    ...fields("point_range", "question_range"),
  }),
  correlation: v.object(correlationPointEntries),
  path: v.object(fields("path_start_key", "path_end_key", "path_dropoff_key")),
};
