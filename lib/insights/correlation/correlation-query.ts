import * as v from "valibot";
import { invalid } from "../../errors.ts";
import { parse } from "../../parse.ts";
import { parseFunnelQuery } from "../funnel/funnel-query.ts";
import type { FunnelQuery } from "../funnel/funnel-query.ts";
import { normaliseInput } from "../input.ts";
import type { CorrelationWhat } from "./correlation-plan.ts";

const TYPES = ["events", "properties", "event_with_properties"] as const;

const NamesField = v.optional(v.array(v.string()), []);

/** What a correlation asks beside its funnel, after `normaliseInput`. Source: reference/insights.md 12. */
export const CorrelationFields = v.object({
  funnel_correlation_type: v.optional(v.picklist(TYPES, `Expected one of ${TYPES.join(", ")}.`), "events"),
  funnel_correlation_names: NamesField,
  funnel_correlation_exclude_names: NamesField,
  funnel_correlation_event_names: NamesField,
  funnel_correlation_exclude_event_names: NamesField,
  funnel_correlation_event_exclude_property_names: NamesField,
});

/** A correlation's question. */
export interface CorrelationQuery {
  funnel: FunnelQuery;
  fields: v.InferOutput<typeof CorrelationFields>;
}

/**
 * Reads a correlation's question. Unlike in the original, `filter_test_accounts` counts here too.
 * @throws HogletError 400 naming the field. Source: reference/insights.md 12.
 */
export function parseCorrelationQuery(input: unknown): CorrelationQuery {
  const normal = normaliseInput(input);
  // What belongs to other views of a funnel, or to lines of one, is left aside: a correlation has neither.
  const { breakdown: _, breakdowns: __, breakdown_type: ___, ...rest } = normal;
  return { funnel: parseFunnelQuery(rest), fields: parse(CorrelationFields, normal) };
}

/** Items of so few actors say nothing: more than these are needed. */
const MIN_ACTORS = 2;

/**
 * What is looked for.
 * @param stepNames the events that the funnel's steps are about
 * @throws HogletError 400 when the names that the type needs are missing
 */
export function toWhat({ fields }: CorrelationQuery, stepNames: readonly string[]): CorrelationWhat {
  switch (fields.funnel_correlation_type) {
    case "events":
      return { by: "events", exceptNames: [...stepNames, ...fields.funnel_correlation_exclude_event_names] };
    case "event_with_properties": {
      const names = fields.funnel_correlation_event_names;
      if (names.length === 0) throw missing("funnel_correlation_event_names", "Event properties need names of events.");
      const exceptProperties = fields.funnel_correlation_event_exclude_property_names;
      return { by: "event_properties", names, exceptProperties, minActors: MIN_ACTORS };
    }
    case "properties": {
      const names = fields.funnel_correlation_names;
      if (names.length === 0) throw missing("funnel_correlation_names", "Expected names of properties, or $all.");
      const keys = names.includes("$all") ? null : names;
      return { by: "properties", keys, exceptKeys: fields.funnel_correlation_exclude_names };
    }
  }
}

function missing(attr: string, detail: string): Error {
  return invalid(attr, detail, "required");
}
