import * as v from "valibot";
import { parse } from "../../../base/parse.ts";
import { writtenAs } from "../../../base/written-as.ts";
import type { FilterGroup } from "../../../events/filters/index.ts";
import {
  breakdownEntries,
  BreakdownInput,
  breakdownLimitEntries,
  trendBreakdownEntries,
} from "../../shared/breakdown.ts";
import type { BreakdownType } from "../../shared/breakdown.ts";
import { ActionEntityInput, EventEntityInput, seriesEntries } from "../../shared/entity.ts";
import type { ActionEntity, EntityInput, EventEntity } from "../../shared/entity.ts";
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
} from "../../shared/fields.ts";
import type { Unlisted } from "../../shared/fields.ts";
import { normaliseInput } from "../../shared/input.ts";
import { insightEntry, requireInsightName } from "../../shared/insight-name.ts";
import { readOlder } from "../../shared/older-fields.ts";
import { actorEntries } from "../funnel-actor.ts";
import { WINDOW_UNITS } from "../funnel-window.ts";
import {
  ATTRIBUTIONS,
  BinCountField,
  FunnelsQueryNode,
  MAX_STEPS,
  MAX_WINDOW,
  ORDERS,
  readFunnels,
  VIEWS,
} from "../node.ts";
import type { FunnelQuery, FunnelView } from "../node.ts";
import { funnelsFromFilters } from "./filters.ts";

const steps = { funnel_from_step: integerField(0, MAX_STEPS), funnel_to_step: integerField(0, MAX_STEPS) };

/** An event that may not happen between two steps, which are counted from 0; 400 when it is one of these steps. */
export type FunnelExclusionInput = EntityInput & {
  /** 0 to n − 2. */
  funnel_from_step: number;
  /** Up to n − 1. In an unordered funnel exclusions reach from 0 to the last step. */
  funnel_to_step: number;
};

/** One member of `exclusions`; without a `type` it is an event. */
const FunnelExclusionInput = writtenAs<FunnelExclusionInput>()(
  v.variant("type", [
    v.object({ ...ActionEntityInput.entries, ...steps, type: v.literal("actions") }),
    v.object({ ...EventEntityInput.entries, ...steps, type: v.optional(v.literal("events"), "events") }),
  ]),
);

/** Funnels are not broken down by sessions. */
type FunnelBreakdownType = Exclude<BreakdownType, "session">;

type FunnelBreakdown = Omit<BreakdownInput, "type"> & { type?: FunnelBreakdownType | null | undefined };

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

const lineEntries = {
  ...breakdownEntries,
  /** @default "event" */
  breakdown_type: v.nullish(writtenAs<FunnelBreakdownType>()(v.string())),
  /** Several properties at once: values are lists then, even of one property. Counts before `breakdown`. */
  breakdowns: maybe(writtenAs<readonly FunnelBreakdown[]>()(v.array(BreakdownInput))),
  ...breakdownLimitEntries,
  /** Which event of a person decides its value of the breakdown. @default "first_touch" */
  breakdown_attribution_type: v.nullish(wordOf(ATTRIBUTIONS), "first_touch"),
  /** With `step`: of which step, counted from 0. @default 0 */
  breakdown_attribution_value: v.nullish(integerField(0, MAX_STEPS), 0),
};

const explainEntries = {
  /** Adds what one person did, named by one of the next three; 400 when none is, 404 when there is none. @default false */
  explain: v.nullish(BooleanField, false),
};

/** Sent by older clients: the display of trends, and bins, which are refused. */
const { breakdown_histogram_bin_count } = trendBreakdownEntries;
const olderEntries = { display: maybe(v.string()), breakdown_histogram_bin_count };
const FunnelFields = v.object({ ...funnelEntries, ...lineEntries, ...explainEntries, ...olderEntries });

/**
 * A funnel's question. Its steps are the members of `events` and `actions` by their `order`, at most 255. Source:
 * reference/insights.md 3.1 and 11.
 */
export const FunnelQuestion = v.object({
  ...insightEntry("FUNNELS"),
  ...funnelEntries,
  ...lineEntries,
  ...explainEntries,
  ...actorEntries,
  ...(unreadEntries("display", "breakdown_histogram_bin_count") as Unlisted),
});
export type FunnelQuestion = v.InferInput<typeof FunnelQuestion>;

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

type Fields = Omit<v.InferOutput<typeof FunnelFields>, "refresh" | "explain" | "display">;

/** A question in normal form: it may be asked again as it is. */
export interface FunnelFilter extends Omit<Fields, "events" | "actions" | "properties" | "funnel_viz_type"> {
  insight: "FUNNELS";
  funnel_viz_type: FunnelView;
  events: EventEntity[];
  actions: ActionEntity[];
  properties: FilterGroup;
}

export interface OlderFunnel {
  query: FunnelQuery;
  /** Its fields in normal form, which mean the same node. */
  filter: FunnelFilter;
  refresh: boolean;
  explain: boolean;
}

/** @throws HogletError 400 naming the field */
export function readOlderFunnel(input: unknown): OlderFunnel {
  const fields = normaliseInput(input);
  requireInsightName(fields);
  const { refresh, explain, properties: filters, display, ...rest } = parse(FunnelFields, fields);
  // Old clients ask for trends by `display`.
  const view = rest.funnel_viz_type ?? (display === "ActionsLineGraph" ? "trends" : "steps");
  const own = { ...rest, funnel_viz_type: view };
  const { funnel_window_days: days } = own;
  const window = days === undefined ? {} : { funnel_window_interval: days, funnel_window_interval_unit: "day" };
  const query = readOlder(own, () => {
    const node = funnelsFromFilters({ ...own, ...window, properties: filters }, "door");
    return readFunnels(parse(FunnelsQueryNode, node), { hasNames: true });
  });
  const { entities, properties } = query;
  const filter = {
    insight: "FUNNELS" as const,
    ...own,
    events: entities.filter((entity) => entity.type === "events"),
    actions: entities.filter((entity) => entity.type === "actions"),
    properties,
  };
  return { query, filter, refresh, explain };
}
