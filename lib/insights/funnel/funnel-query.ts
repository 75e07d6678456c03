import * as v from "valibot";
import { invalid } from "../../errors.ts";
import { parseFilters } from "../../filters/index.ts";
import { parse } from "../../parse.ts";
import { toEntities, WireAction, WireEntity } from "../entity.ts";
import {
  BooleanField,
  filterEntries,
  GroupTypeIndexField,
  integerField,
  IntervalField,
  refreshEntries,
} from "../fields.ts";
import { normaliseInput } from "../input.ts";
import { requireInsightName } from "../insight-name.ts";
import { refuseUnsupported } from "../unsupported.ts";
import { funnelBreakdownEntries, parseFunnelBreakdown } from "./funnel-breakdown.ts";
import { toExclusions, WireExclusion } from "./funnel-exclusion.ts";
import { WINDOW_UNITS } from "./funnel-window.ts";
import type { WindowInput } from "./funnel-window.ts";

/** Steps at most: the furthest one fits into a byte. */
const MAX_STEPS = 255;

/** Longer than any log. */
const MAX_WINDOW = 100_000;

const VIEWS = ["steps", "trends", "time_to_convert"] as const;
const ORDERS = ["ordered", "strict", "unordered"] as const;
const ATTRIBUTIONS = ["first_touch", "last_touch", "step", "all_events"] as const;

const BinCountField = v.union([
  v.pipe(
    v.literal("auto"),
    v.transform(() => null),
  ),
  v.pipe(
    integerField(-1_000_000, 1_000_000),
    v.transform((count) => Math.min(Math.max(count, 1), 90)),
  ),
]);

/**
 * A funnel's question after `normaliseInput`. `date_from` null = -7d, `date_to` null = now; a window of 14 days;
 * `funnel_to_step` absent = the last step. Source: reference/insights.md 3.1 and 11.
 */
export const FunnelFields = v.object({
  events: v.optional(v.array(WireEntity), []),
  actions: v.optional(v.array(WireAction), []),
  interval: v.optional(IntervalField, "day"),
  date_from: v.nullish(v.string(), null),
  date_to: v.nullish(v.string(), null),
  display: v.optional(v.string()),
  funnel_viz_type: v.optional(v.picklist(VIEWS, `Expected one of ${VIEWS.join(", ")}.`)),
  funnel_order_type: v.optional(v.picklist(ORDERS, `Expected one of ${ORDERS.join(", ")}.`), "ordered"),
  funnel_window_days: v.optional(integerField(1, MAX_WINDOW)),
  funnel_window_interval: v.optional(integerField(1, MAX_WINDOW), 14),
  funnel_window_interval_unit: v.optional(
    v.picklist(WINDOW_UNITS, `Expected one of ${WINDOW_UNITS.join(", ")}.`),
    "day",
  ),
  funnel_from_step: v.optional(integerField(0, MAX_STEPS), 0),
  funnel_to_step: v.optional(integerField(0, MAX_STEPS)),
  bin_count: v.optional(BinCountField, "auto"),
  exclusions: v.optional(v.array(WireExclusion), []),
  aggregation_group_type_index: v.nullish(GroupTypeIndexField, null),
  breakdown_attribution_type: v.optional(
    v.picklist(ATTRIBUTIONS, `Expected one of ${ATTRIBUTIONS.join(", ")}.`),
    "first_touch",
  ),
  breakdown_attribution_value: v.optional(integerField(0, MAX_STEPS), 0),
  explain: v.optional(BooleanField, false),
  ...filterEntries,
  ...funnelBreakdownEntries,
  ...refreshEntries,
});

export type FunnelQuery = ReturnType<typeof parseFunnelQuery>;
export type FunnelFilter = FunnelQuery["filter"];

/**
 * Reads a funnel's question.
 * @returns the parts as they are worked with, and `filter`: the question in normal form, which parses to itself
 * @throws HogletError 400 naming the field
 */
export function parseFunnelQuery(input: unknown) {
  const fields = normaliseInput(input);
  requireInsightName(fields);
  refuseUnsupported(fields);
  const { refresh, explain, events, actions, properties, display, ...rest } = parse(FunnelFields, fields);
  const entities = toEntities(events, actions);
  requireSteps(rest, entities.length);
  const filter = {
    insight: "FUNNELS" as const,
    ...rest,
    // What clients of old ask trends with.
    funnel_viz_type: rest.funnel_viz_type ?? (display === "ActionsLineGraph" ? "trends" : "steps"),
    events: entities.filter((entity) => entity.type === "events"),
    actions: entities.filter((entity) => entity.type === "actions"),
    properties: parseFilters(properties, "properties"),
  };
  return {
    ...filter,
    filter,
    refresh,
    explain,
    entities,
    toStep: rest.funnel_to_step ?? entities.length - 1,
    window: toWindowInput(rest),
    exclusions: toExclusions(rest.exclusions, { entities, order: rest.funnel_order_type }),
    breakdown: parseFunnelBreakdown(rest),
  };
}

interface Steps {
  funnel_from_step: number;
  funnel_to_step?: number | undefined;
  breakdown_attribution_type: (typeof ATTRIBUTIONS)[number];
  breakdown_attribution_value: number;
}

/** Steps that are named must be there; without any there is nothing to name, and the answer is empty. */
function requireSteps(steps: Steps, count: number): void {
  if (count === 0) return;
  if (count > MAX_STEPS) throw invalid("events", `Expected at most ${MAX_STEPS} steps but received ${count}.`);
  const { funnel_from_step: fromStep, funnel_to_step: toStep } = steps;
  if (toStep !== undefined && (toStep < 1 || toStep >= count)) {
    throw invalid("funnel_to_step", `Expected a step from 1 to ${count - 1} but received ${toStep}.`);
  }
  if (fromStep > 0 && fromStep >= (toStep ?? count - 1)) {
    throw invalid("funnel_from_step", `Expected a step before funnel_to_step but received ${fromStep}.`);
  }
  const { breakdown_attribution_type: type, breakdown_attribution_value: step } = steps;
  if (type === "step" && step >= count) {
    throw invalid("breakdown_attribution_value", `Expected a step from 0 to ${count - 1} but received ${step}.`);
  }
}

function toWindowInput(fields: {
  funnel_window_days?: number | undefined;
  funnel_window_interval: number;
  funnel_window_interval_unit: WindowInput["unit"];
}): WindowInput {
  const { funnel_window_days: days } = fields;
  if (days !== undefined) return { count: days, unit: "day" };
  return { count: fields.funnel_window_interval, unit: fields.funnel_window_interval_unit };
}
