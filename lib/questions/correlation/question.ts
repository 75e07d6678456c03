import * as v from "valibot";
import { invalid } from "../../base/errors.ts";
import { parse } from "../../base/parse.ts";
import { listOf, unreadEntries, wordOf } from "../shared/fields.ts";
import type { Unlisted } from "../shared/fields.ts";
import type { FunnelQuery } from "../funnel/node.ts";
import { funnelEntries, FunnelQuestion, readOlderFunnel } from "../funnel/older/question.ts";
import type { FunnelFilter } from "../funnel/older/question.ts";
import { normaliseInput } from "../shared/input.ts";
import { insightEntry } from "../shared/insight-name.ts";
import { unsupportedEntries } from "../shared/unsupported.ts";
import type { CorrelationWhat } from "./plan.ts";

const TYPES = ["events", "properties", "event_with_properties"] as const;

const NamesField = v.nullish(listOf(v.string()), []);

/** The fields of a correlation beside those of its funnel. Source: reference/insights.md 12. */
const correlationEntries = {
  /** Events they did, properties they have, or properties of events they did. @default "events" */
  funnel_correlation_type: v.nullish(wordOf(TYPES), "events"),
  /** For `properties`: names of properties of persons (of groups, in a funnel of groups); `$all` = every one. 400 without. */
  funnel_correlation_names: NamesField,
  /** For `properties`: names to leave out. @default [] */
  funnel_correlation_exclude_names: NamesField,
  /** For `event_with_properties`: names of events. 400 without. */
  funnel_correlation_event_names: NamesField,
  /** For `events`: names to leave out. @default [] */
  funnel_correlation_exclude_event_names: NamesField,
  /** For `event_with_properties`: names of properties to leave out. @default [] */
  funnel_correlation_event_exclude_property_names: NamesField,
};
const CorrelationFields = v.object(correlationEntries);

/** Fields of views of a funnel, or of one person in it: a correlation has neither. */
const OF_VIEWS = Object.keys(FunnelQuestion.entries).filter(
  (name) => name !== "insight" && !Object.hasOwn(funnelEntries, name),
);

/** A correlation's question: a funnel, and where to look for what goes with finishing it. Source: reference/insights.md 12. */
export const CorrelationQuestion = v.object({
  ...insightEntry("FUNNELS"),
  ...funnelEntries,
  ...correlationEntries,
  /** The step, counted from 1, that all of them took at least. @default 1 */
  funnel_step: v.nullish(v.number()),
  /** Exactly these steps were the furthest of the compared persons, counted from 1; before `funnel_step`. */
  funnel_custom_steps: v.nullish(listOf(v.number())),
  ...(unreadEntries(...OF_VIEWS) as Unlisted),
  ...unsupportedEntries,
});
export type CorrelationQuestion = v.InferInput<typeof CorrelationQuestion>;

/** A correlation's question as it is worked with. */
export interface CorrelationQuery {
  funnel: FunnelQuery;
  fields: v.InferOutput<typeof CorrelationFields>;
}

/** The same, with what the older dialect adds. */
export interface OlderCorrelation extends CorrelationQuery {
  /** The funnel's fields in normal form. */
  filter: FunnelFilter;
  refresh: boolean;
}

/**
 * Reads a correlation's question. Unlike in the original, `filter_test_accounts` counts here too.
 * @throws HogletError 400 naming the field. Source: reference/insights.md 12.
 */
export function parseCorrelationQuery(input: unknown): OlderCorrelation {
  const normal = normaliseInput(input);
  // Fields of other views of a funnel, or of its lines, are ignored: a correlation has neither.
  const { breakdown: _, breakdowns: __, breakdown_type: ___, ...rest } = normal;
  const { query: funnel, filter, refresh } = readOlderFunnel(rest);
  return { funnel, filter, refresh, fields: parse(CorrelationFields, normal) };
}

/** Reads the fields of a correlation beside those of its funnel. @throws HogletError 400 naming the field */
export function parseCorrelationFields(input: unknown): CorrelationQuery["fields"] {
  return parse(CorrelationFields, normaliseInput(input));
}

/** Items of so few actors say nothing: more than these are needed. */
const MIN_ACTORS = 2;

/**
 * The items to find.
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
