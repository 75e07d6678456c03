import * as v from "valibot";
import { FiltersField } from "../../events/filters/index.ts";
import { field, idleEntries, nodeList, wholeField } from "./node-fields.ts";

const commonEntries = {
  /** Ignored: labels show the name of the event or the action. */
  name: field(v.string()),
  /** A name of yours, given back in answers. */
  custom_name: field(v.string()),
  /** How it is counted: `total`, `dau`, `sum`, … @default "total" */
  math: field(v.string()),
  /** The property that a statistic is of. */
  math_property: field(v.string()),
  math_property_type: field(v.string()),
  math_property_revenue_currency: field(v.unknown()),
  math_multiplier: field(v.number()),
  /** The expression of the math `hogql`, of aggregates: `countIf(properties.plan = 'pro') / count()`. */
  math_hogql: field(v.string()),
  math_group_type_index: wholeField(0, 4),
  /** A list of filters that its events pass. */
  properties: field(FiltersField),
  /** Further filters. */
  fixedProperties: field(FiltersField),
  /** A step of an ordered funnel that may be left out, not the first. */
  optionalInFunnel: field(v.boolean()),
  ...idleEntries,
};

/** An event that is counted, or a step of a funnel. */
export const EventsNode = v.strictObject({
  kind: v.optional(v.literal("EventsNode"), "EventsNode"),
  /** Its name; null = any event. */
  event: field(v.string()),
  limit: field(v.number()),
  orderBy: field(v.array(v.string())),
  ...commonEntries,
});
export type EventsNode = v.InferOutput<typeof EventsNode>;

/** An action that is counted, or a step of a funnel. */
export const ActionsNode = v.strictObject({
  kind: v.optional(v.literal("ActionsNode"), "ActionsNode"),
  id: v.pipe(v.number("Expected the id of an action."), v.integer()),
  ...commonEntries,
});
export type ActionsNode = v.InferOutput<typeof ActionsNode>;

/** Several events or actions that are counted as one series. */
export const GroupNode = v.strictObject({
  kind: v.literal("GroupNode"),
  /** OR: an event that is any of them; AND: an event that is all of them. @default "OR" */
  operator: field(v.picklist(["AND", "OR"])),
  nodes: nodeList(v.variant("kind", [EventsNode, ActionsNode])),
  ...commonEntries,
});
export type GroupNode = v.InferOutput<typeof GroupNode>;

/** A table of a data warehouse, which hoglet does not have: read only to be refused by name. */
export const DataWarehouseNode = v.looseObject({
  kind: v.literal("DataWarehouseNode"),
  id: v.string(),
  table_name: v.string(),
  id_field: v.string(),
  timestamp_field: v.string(),
  distinct_id_field: v.string(),
});
export type DataWarehouseNode = v.InferOutput<typeof DataWarehouseNode>;

/** Tells a caller who sent a bare name to send it as `key`. */
export function sayName(key: "event" | "id") {
  return ({ expected, received, input, message }: v.BaseIssue<unknown>) =>
    typeof input === "string"
      ? `Expected ${expected} but received ${received}: an event is named by {"${key}": ${received}}`
      : message;
}

/** An event or an action (without `kind`, `event` or `id` tells), or several. */
export const SeriesNode = v.variant("kind", [EventsNode, ActionsNode, GroupNode, DataWarehouseNode], sayName("event"));
export type SeriesNode = v.InferOutput<typeof SeriesNode>;
export type SeriesNodeInput =
  | v.InferInput<typeof EventsNode>
  | v.InferInput<typeof ActionsNode>
  | v.InferInput<typeof GroupNode>;

/** The series as callers write them: without data warehouses. */
export const SeriesList = nodeList(SeriesNode) as unknown as v.GenericSchema<readonly SeriesNodeInput[], SeriesNode[]>;
