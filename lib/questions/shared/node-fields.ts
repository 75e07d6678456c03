import * as v from "valibot";
import { FiltersField } from "../../events/filters/index.ts";
import { writtenAs } from "../../base/written-as.ts";

// Fields that several query nodes have (reference/query.md 3). Nodes refuse unknown fields; null means absent everywhere.

/** Null = absent. */
export function field<const Schema extends v.GenericSchema>(schema: Schema) {
  return v.nullish(schema);
}

/** A whole number from `min`, or its text, as PostHog takes it. */
export function wholeField(min: number, max = Number.MAX_SAFE_INTEGER) {
  const given = v.union([v.number(), v.pipe(v.string(), v.regex(/^-?\d+$/), v.transform(Number))]);
  const read = v.pipe(given, v.integer(), v.minValue(min), v.maxValue(max));
  return v.nullish(writtenAs<number>()(read));
}

/** A list, which callers may make read-only. */
export function nodeList<const Item extends v.GenericSchema>(item: Item) {
  return v.array(item) as unknown as v.GenericSchema<readonly v.InferInput<Item>[], v.InferOutput<Item>[]>;
}

/** Fields that nodes may carry and that change no answer. */
export const idleEntries = {
  /** The version of the node's schema. No version changes an answer here. */
  version: field(v.number()),
  modifiers: field(v.unknown()),
  tags: field(v.unknown()),
  response: field(v.unknown()),
};

/** The time that a query is about. Source: reference/query.md 3.3. */
export const DateRangeNode = v.strictObject({
  /** ISO text, `all`, or a time before now such as `-7d`, `-12h`, `mStart`. @default "-7d" */
  date_from: field(v.string()),
  /** The end of the range, in a form of `date_from`. @default now */
  date_to: field(v.string()),
  /** Takes the dates to the second, instead of whole days. @default false */
  explicitDate: field(v.boolean()),
});
export interface DateRangeNode extends v.InferInput<typeof DateRangeNode> {}

/** The period that a query is compared with. */
export const CompareFilterNode = v.strictObject({
  /** @default false */
  compare: field(v.boolean()),
  /** How far back the other period lies: `-1w`, `-30h`. @default the period just before */
  compare_to: field(v.string()),
});

const INTERVALS = ["minute", "hour", "day", "week", "month"] as const;

/** How time is cut. */
export const nodeIntervalEntries = {
  /** `minute` counts as `hour`. @default "day" */
  interval: field(v.picklist(INTERVALS)),
};

/** The fields of all nodes of insights. */
export const insightNodeEntries = {
  dateRange: field(DateRangeNode),
  /** Events that do not pass do not count: a list of filters, or a group. */
  properties: field(FiltersField),
  /** Leaves out events that the project's `test_account_filters` do not pass. @default false */
  filterTestAccounts: field(v.boolean()),
  /** Counts groups of this type instead of persons: 0 to 4. */
  aggregation_group_type_index: wholeField(0, 4),
  /** Above 0, 1 at most. Every event is counted, whatever it is: a sample would come close to this answer. @default 1 */
  samplingFactor: field(v.number()),
  dataColorTheme: field(v.number()),
  ...idleEntries,
};

const BREAKDOWN_TYPES = [
  "event",
  "person",
  "group",
  "session",
  "cohort",
  "hogql",
  "event_metadata",
  "data_warehouse",
  "data_warehouse_person_property",
  "revenue_analytics",
] as const;

const BreakdownNode = v.strictObject({
  property: v.union([v.string(), v.number()]),
  /** @default "event" */
  type: field(v.picklist(BREAKDOWN_TYPES)),
  normalize_url: field(v.boolean()),
  group_type_index: wholeField(0, 4),
  histogram_bin_count: wholeField(1),
});

const Breakdown = v.union([v.string(), v.number()]);

/** The breakdown of a query. Source: reference/query.md 3.5. */
export const BreakdownFilterNode = v.strictObject({
  /** Name of a property, or a list: of properties for funnels, of cohorts' ids (and `all`) for type `cohort`. */
  breakdown: field(v.union([Breakdown, nodeList(v.union([Breakdown, v.null()]))])),
  /** @default "event" */
  breakdown_type: field(v.picklist(BREAKDOWN_TYPES)),
  /** Several properties at once, 3 at most. */
  breakdowns: field(nodeList(BreakdownNode)),
  /** Lines, without Other. @default 25 */
  breakdown_limit: wholeField(1),
  /** Leaves out the line of all further values. @default false */
  breakdown_hide_other_aggregation: field(v.boolean()),
  /** Puts values that are numbers into bins. */
  breakdown_histogram_bin_count: wholeField(1),
  /** Trims `/`, `?` and `#` at the end of URLs. @default false */
  breakdown_normalize_url: field(v.boolean()),
  breakdown_group_type_index: wholeField(0, 4),
});
