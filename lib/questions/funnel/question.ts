import * as v from "valibot";
import { invalid } from "../../base/errors.ts";
import { parseFilters } from "../../events/filters/index.ts";
import type { EntityKind } from "../../port/actors.ts";
import { parse } from "../../base/parse.ts";
import { seriesEntries, toEntities } from "../shared/entity.ts";
import { writtenAs } from "../../base/written-as.ts";
import {
  BooleanField,
  dateEntries,
  filterEntries,
  GroupTypeIndexField,
  integerField,
  intervalEntries,
  listOf,
  maybe,
  refreshEntries,
  unreadEntries,
  wordOf,
} from "../shared/fields.ts";
import type { Unlisted } from "../shared/fields.ts";
import { normaliseInput } from "../shared/input.ts";
import { insightEntry, requireInsightName } from "../shared/insight-name.ts";
import { refuseUnsupported, unsupportedEntries } from "../shared/unsupported.ts";
import { actorEntries } from "./funnel-actor.ts";
import { funnelBinEntry, funnelBreakdownEntries, parseFunnelBreakdown } from "./funnel-breakdown.ts";
import { FunnelExclusionInput, toExclusions } from "./funnel-exclusion.ts";
import { WINDOW_UNITS } from "./funnel-window.ts";
import type { WindowInput } from "./funnel-window.ts";

/** Steps at most: the furthest one fits into a byte. */
const MAX_STEPS = 255;

/** Longer than any log. */
const MAX_WINDOW = 100_000;

const VIEWS = ["steps", "trends", "time_to_convert"] as const;
const ORDERS = ["ordered", "strict", "unordered"] as const;
const ATTRIBUTIONS = ["first_touch", "last_touch", "step", "all_events"] as const;

const BinCountField = writtenAs<number | "auto">()(
  v.union([
    v.pipe(
      v.literal("auto"),
      v.transform(() => null),
    ),
    v.pipe(
      integerField(-1_000_000, 1_000_000),
      v.transform((count) => Math.min(Math.max(count, 1), 90)),
    ),
  ]),
);

/** The fields of a funnel itself, whatever it is asked. */
export const funnelEntries = {
  ...seriesEntries,
  ...dateEntries,
  ...intervalEntries,
  /** @default "steps" */
  funnel_viz_type: maybe(wordOf(VIEWS)),
  /** Steps in their order, whatever else happens; with nothing in between; or in any order. @default "ordered" */
  funnel_order_type: v.nullish(wordOf(ORDERS), "ordered"),
  /** How long persons may take from the first step to the last, in days: 1 to 100,000. Counts before `funnel_window_interval`. */
  funnel_window_days: maybe(integerField(1, MAX_WINDOW)),
  /** How long they may take, in units of `funnel_window_interval_unit`: 1 to 100,000. @default 14 */
  funnel_window_interval: v.nullish(integerField(1, MAX_WINDOW), 14),
  /** @default "day" */
  funnel_window_interval_unit: v.nullish(wordOf(WINDOW_UNITS), "day"),
  /** Over time and for times: from this step, counted from 0. 400 when it is not there. @default 0 */
  funnel_from_step: v.nullish(integerField(0, MAX_STEPS), 0),
  /** Over time and for times: to this step. @default the last */
  funnel_to_step: maybe(integerField(0, MAX_STEPS)),
  /** For times to convert: bins, 1 to 90. @default "auto" */
  bin_count: v.nullish(BinCountField, "auto"),
  /** @default [] */
  exclusions: v.nullish(listOf(FunnelExclusionInput), []),
  /** Counts groups of this type instead of persons: 0 to 4. */
  aggregation_group_type_index: v.nullish(GroupTypeIndexField, null),
  /**
   * `person_id`, or `properties.<name>`: counts the values of that property of events, such as `properties.$session_id`, instead of
   * persons. @default "person_id"
   */
  funnel_aggregate_by_hogql: maybe(v.string()),
  ...filterEntries,
  ...refreshEntries,
};

/** The fields of a funnel's lines. */
const lineEntries = {
  ...funnelBreakdownEntries,
  /** Which event of a person decides its value of the breakdown. @default "first_touch" */
  breakdown_attribution_type: v.nullish(wordOf(ATTRIBUTIONS), "first_touch"),
  /** With `step`: of which step, counted from 0. @default 0 */
  breakdown_attribution_value: v.nullish(integerField(0, MAX_STEPS), 0),
};

const explainEntries = {
  /** Adds what one person did, named by one of the next three; 400 when none is, 404 when there is none. @default false */
  explain: v.nullish(BooleanField, false),
};

/** Fields that older clients send: the display of trends, and bins, which are refused. */
const olderEntries = { display: maybe(v.string()), breakdown_histogram_bin_count: funnelBinEntry };
const FunnelFields = v.object({ ...funnelEntries, ...lineEntries, ...explainEntries, ...olderEntries });

/**
 * A funnel's question, whose steps are the members of `events` and `actions` by their `order`, 255 at most.
 * Source: reference/insights.md 3.1 and 11.
 */
export const FunnelQuestion = v.object({
  ...insightEntry("FUNNELS"),
  ...funnelEntries,
  ...lineEntries,
  ...explainEntries,
  ...actorEntries,
  ...(unreadEntries("display", "breakdown_histogram_bin_count") as Unlisted),
  ...unsupportedEntries,
});
export type FunnelQuestion = v.InferInput<typeof FunnelQuestion>;

/** The view of a funnel: actors by step, conversion over time, or time to convert. */
export type FunnelView = (typeof VIEWS)[number];

/** A funnel whose answer is a list of steps. (A funnel with another view has a type of its own.) */
export type PlainFunnelQuestion = FunnelQuestion & {
  funnel_viz_type?: "steps" | null | undefined;
  breakdown?: null | undefined;
  breakdowns?: null | undefined;
};

/** A funnel whose answer is a list of steps for each line of its breakdown. */
export type BrokenFunnelQuestion = FunnelQuestion & { funnel_viz_type?: "steps" | null | undefined } & (
    | { breakdown: string | number | readonly [string | number, ...(string | number)[]] }
    | { breakdowns: readonly [FunnelBreakdown, ...FunnelBreakdown[]] }
  );
type FunnelBreakdown = NonNullable<FunnelQuestion["breakdowns"]>[number];

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
    // Old clients ask for trends by `display`.
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
    actors: toFunnelActors(rest),
    toStep: rest.funnel_to_step ?? entities.length - 1,
    window: toWindowInput(rest),
    exclusions: toExclusions(rest.exclusions, { entities, order: rest.funnel_order_type }),
    breakdown: parseFunnelBreakdown(rest),
  };
}

const PROPERTY = /^\s*(?:events?\.)?properties\.(?:`([^`]+)`|([\w$-]+))\s*$/;

/** The unit that a funnel counts. @throws HogletError 400 `unsupported` for an expression that is no property of events */
function toFunnelActors(fields: {
  aggregation_group_type_index: number | null;
  funnel_aggregate_by_hogql?: string | undefined;
}): EntityKind {
  const { aggregation_group_type_index: groupTypeIndex, funnel_aggregate_by_hogql: text = "person_id" } = fields;
  if (groupTypeIndex !== null) return { by: "groups", groupTypeIndex };
  if (text.trim() === "person_id") return { by: "persons" };
  const [, quoted, plain] = PROPERTY.exec(text) ?? [];
  const key = quoted ?? plain;
  if (key !== undefined) return { by: "values", key };
  const detail = `A funnel by ${text} is not supported; expected person_id, or a property such as properties.$session_id.`;
  throw invalid("funnel_aggregate_by_hogql", detail, "unsupported");
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
