import * as v from "valibot";
import { parse } from "../../../base/parse.ts";
import { listOf, unreadEntries, wordOf } from "../../shared/fields.ts";
import type { Unlisted } from "../../shared/fields.ts";
import { readSteps } from "../../funnel/older/point-steps.ts";
import { funnelEntries, FunnelQuestion, readOlderFunnel } from "../../funnel/older/question.ts";
import type { FunnelFilter } from "../../funnel/older/question.ts";
import { normaliseInput } from "../../shared/input.ts";
import { insightEntry } from "../../shared/insight-name.ts";
import { TYPES } from "../node.ts";
import type { CorrelationQuery } from "../node.ts";

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
});
export type CorrelationQuestion = v.InferInput<typeof CorrelationQuestion>;

export interface OlderCorrelation {
  query: CorrelationQuery;
  /** Its fields in normal form. */
  filter: FunnelFilter & v.InferOutput<typeof CorrelationFields>;
  refresh: boolean;
}

/**
 * Unlike in the original, `filter_test_accounts` counts here too.
 * @throws HogletError 400 naming the field. Source: reference/insights.md 12.
 */
export function readOlderCorrelation(input: unknown): OlderCorrelation {
  const normal = normaliseInput(input);
  // Fields of other views of a funnel, or of its lines, are ignored: a correlation has neither.
  const { breakdown: _, breakdowns: __, breakdown_type: ___, ...rest } = normal;
  const { query: funnel, filter, refresh } = readOlderFunnel(rest);
  const fields = parse(CorrelationFields, normal);
  const query = {
    funnel,
    entered: readSteps({ funnel_step: 1, ...normal }),
    type: fields.funnel_correlation_type,
    names: fields.funnel_correlation_names,
    exceptNames: fields.funnel_correlation_exclude_names,
    eventNames: fields.funnel_correlation_event_names,
    exceptEventNames: fields.funnel_correlation_exclude_event_names,
    exceptEventProperties: fields.funnel_correlation_event_exclude_property_names,
  };
  return { query, filter: { ...filter, ...fields }, refresh };
}
