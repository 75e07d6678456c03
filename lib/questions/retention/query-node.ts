import * as v from "valibot";
import { FiltersField } from "../../events/filters/index.ts";
import { BreakdownFilterNode, field, insightNodeEntries, nodeList, wholeField } from "../shared/node-fields.ts";

/** The event that starts a row, or that persons come back for: it keeps the older shape. */
const Entity = v.looseObject({
  /** Name of the event (null = any), or id of the action. */
  id: field(v.union([v.string(), v.number()])),
  /** @default "events" */
  type: field(v.picklist(["events", "actions"])),
  kind: field(v.string()),
  name: field(v.string()),
  custom_name: field(v.string()),
  order: field(v.number()),
  uuid: field(v.string()),
  properties: field(FiltersField),
});

/** The fields that decide the count, and those that only clients draw by, which are kept as they come. */
const RetentionFilterNode = v.looseObject({
  /** @default the event `$pageview` */
  targetEntity: field(Entity),
  /** @default the event `$pageview` */
  returningEntity: field(Entity),
  /** @default "Day" */
  period: field(v.picklist(["Hour", "Day", "Week", "Month"])),
  /** Values of a row, and rows where the dates name no start. @default 8 */
  totalIntervals: wholeField(1, 400),
  /** @default "retention_recurring" */
  retentionType: field(v.picklist(["retention_recurring", "retention_first_time", "retention_first_ever_occurrence"])),
  /** How often they have to come back in an interval. @default 1 */
  minimumOccurrences: wholeField(1),
  /** Counts those who came back in that interval or a later one. @default false */
  cumulative: field(v.boolean()),
  /** Widths of the values after the first, in periods: `[1, 2, 4]` gives Day 1, Day 2-3, Day 4-7. */
  retentionCustomBrackets: field(nodeList(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(400)))),
  /**
   * `24_hour_windows`: the intervals of a person begin with its first target event of the row, and last 1, 24, 168 or 720 hours.
   * @default "strict_calendar_dates"
   */
  timeWindowMode: field(v.picklist(["strict_calendar_dates", "24_hour_windows"])),
  /** Adds `aggregation_value` to each value: a statistic of a property of the events that count there. @default "count" */
  aggregationType: field(v.picklist(["count", "sum", "avg"])),
  /** The property of `sum` and `avg`; 400 without. */
  aggregationProperty: field(v.string()),
  /** @default "event" */
  aggregationPropertyType: field(v.picklist(["event", "person"])),
});

/** How many persons came back: a node of kind RetentionQuery. Source: reference/query.md 4.9. */
export const RetentionQueryNode = v.strictObject({
  kind: v.literal("RetentionQuery"),
  retentionFilter: RetentionFilterNode,
  breakdownFilter: field(BreakdownFilterNode),
  ...insightNodeEntries,
});
export interface RetentionQueryNode extends v.InferInput<typeof RetentionQueryNode> {}
export interface RetentionQueryRead extends v.InferOutput<typeof RetentionQueryNode> {}
