import * as v from "valibot";
import { FiltersField } from "../../events/filters/index.ts";
import { invalid } from "../../base/errors.ts";
import type { ActorKind } from "../../port/actors.ts";
import type { ValueSource } from "../../port/value-source.ts";
import { expectFew, listedCohorts, toSources } from "../shared/breakdown.ts";
import type { CohortIds } from "../shared/breakdown.ts";
import type { Interval } from "../shared/calendar.ts";
import type { Entity } from "../shared/entity.ts";
import { expectSmall } from "../shared/input.ts";
import { BreakdownFilterNode, field, insightNodeEntries, nodeList, wholeField } from "../shared/node-fields.ts";
import { sayName } from "../shared/node-series.ts";
import { readOlderEntity } from "../shared/older-fields.ts";
import { readQuestionFilters } from "../shared/read-node.ts";
import type { QuestionFilters } from "../shared/read-node.ts";
import type { RetentionReturns } from "./plan.ts";

export const PERIODS = ["Hour", "Day", "Week", "Month"] as const;
export type RetentionPeriod = (typeof PERIODS)[number];

/** Rows, and values of a row: an answer grows with their product. */
export const MAX_INTERVALS = 400;

/** Unless the node says otherwise. */
const DEFAULT_INTERVALS = 8;

/** The event that starts a row, or brings persons back, in the older shape. */
const EntityNode = v.looseObject(
  {
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
  },
  sayName("id"),
);

/** The fields that decide the count, and those that only clients draw by, which are kept as they come. */
const RetentionFilterNode = v.looseObject({
  /** @default the event `$pageview` */
  targetEntity: field(EntityNode),
  /** @default the event `$pageview` */
  returningEntity: field(EntityNode),
  /** @default "Day" */
  period: field(v.picklist(PERIODS)),
  /** Values of a row, and rows where the dates name no start. @default 8 */
  totalIntervals: wholeField(1, MAX_INTERVALS),
  /** @default "retention_recurring" */
  retentionType: field(v.picklist(["retention_recurring", "retention_first_time", "retention_first_ever_occurrence"])),
  /** How often they have to come back in an interval. @default 1 */
  minimumOccurrences: wholeField(1),
  /** Counts those who came back in that interval or a later one. @default false */
  cumulative: field(v.boolean()),
  /** Widths of the values after the first, in periods: `[1, 2, 4]` gives Day 1, Day 2-3, Day 4-7. */
  retentionCustomBrackets: field(nodeList(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MAX_INTERVALS)))),
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

export interface RetentionQuery extends QuestionFilters {
  /** The event that starts a row, and the event that actors come back for. */
  entities: [target: Entity, returning: Entity];
  actors: ActorKind;
  /** As labels show it. */
  period: RetentionPeriod;
  interval: Interval;
  /** Values of a row; rows too, where `date_from` is null. */
  intervals: number;
  /** The start of the first row; null = as many rows as a row has values. */
  date_from: string | null;
  /** Null = now. */
  date_to: string | null;
  /**
   * Null = every target event counts. `matching`: the first of all time that passes the filters; `ever`: the first of all time by
   * its name, if it passes the filters.
   */
  first: "matching" | "ever" | null;
  breakdown: ValueSource[] | null;
  /** Rows for the members of each; null = no breakdown by cohorts. */
  cohorts: CohortIds | null;
  /** Counts for an interval the actors who came back in it or in a later interval. */
  isCumulative: boolean;
  /** Widths of the values after the first, in periods; null = one period each. */
  brackets: readonly number[] | null;
  /** Null = one event in a period is enough. */
  returns: (Omit<RetentionReturns, "windowMs"> & { isRolling: boolean }) | null;
  /** The statistic beside the counts; null = there is none. */
  aggregate: "sum" | "avg" | null;
}

const INTERVALS: Record<RetentionPeriod, Interval> = { Hour: "hour", Day: "day", Week: "week", Month: "month" };

/** @throws HogletError 400 naming the field */
export function readRetention(node: RetentionQueryRead): RetentionQuery {
  expectSmall(node);
  const { retentionFilter: own, dateRange, aggregation_group_type_index: groupTypeIndex } = node;
  const period = own.period ?? "Day";
  const brackets = own.retentionCustomBrackets ?? null;
  const intervals = brackets === null ? (own.totalIntervals ?? DEFAULT_INTERVALS) : sum(brackets) + 1;
  if (intervals > MAX_INTERVALS) {
    const detail = `Expected at most ${MAX_INTERVALS} periods but received ${intervals}.`;
    throw invalid("retentionFilter__retentionCustomBrackets", detail);
  }
  return {
    entities: [readEntity(own.targetEntity, "target_entity"), readEntity(own.returningEntity, "returning_entity")],
    actors: typeof groupTypeIndex === "number" ? { by: "groups", groupTypeIndex } : { by: "persons" },
    period,
    interval: INTERVALS[period],
    intervals,
    date_from: dateRange?.date_from || null,
    date_to: dateRange?.date_to || null,
    first: readFirst(node),
    ...readBreakdown(node),
    isCumulative: own.cumulative === true,
    brackets,
    ...readReturns(own),
    ...readQuestionFilters(node),
  };
}

type Own = RetentionQueryRead["retentionFilter"];

const PAGEVIEW: NonNullable<Own["targetEntity"]> = { id: "$pageview" };

function readEntity(entity: Own["targetEntity"], attr: string): Entity {
  const { id, type, name, custom_name, properties, members, operator } = entity ?? PAGEVIEW;
  return readOlderEntity({ id: id ?? "", type, name, custom_name, properties, members, operator }, attr);
}

/** A group has no first event of its name: that is found by person. */
function readFirst({
  retentionFilter,
  aggregation_group_type_index: index,
}: RetentionQueryRead): RetentionQuery["first"] {
  const { retentionType: type, targetEntity } = retentionFilter;
  if (type === "retention_first_time") return "matching";
  if (type !== "retention_first_ever_occurrence") return null;
  if (typeof index !== "number") return "ever";
  if (Object.keys(targetEntity?.properties ?? {}).length === 0) return "matching";
  const detail = "Expected retention_first_time where targetEntity has properties and groups are counted.";
  throw invalid("retentionFilter__retentionType", detail, "unsupported");
}

/** A single breakdown is a list of one. */
function readBreakdown({ breakdownFilter }: RetentionQueryRead): Pick<RetentionQuery, "breakdown" | "cohorts"> {
  const { breakdown, breakdowns, breakdown_type: type, ...rest } = breakdownFilter ?? {};
  expectFew("breakdown", breakdown);
  expectFew("breakdowns", breakdowns);
  const one = {
    type,
    group_type_index: rest.breakdown_group_type_index,
    normalize_url: rest.breakdown_normalize_url,
  };
  const single = [breakdown ?? []].flat().flatMap((property) => (property === null ? [] : [{ property, ...one }]));
  const listed = breakdowns && breakdowns.length > 0 ? breakdowns : single;
  const named = listed.map((each) => Object.assign({}, each, { property: String(each.property) }));
  const cohorts = listedCohorts(named, null);
  return { cohorts, breakdown: cohorts !== null || named.length === 0 ? null : toSources(named, null) };
}

function readReturns(own: Own): Pick<RetentionQuery, "returns" | "aggregate"> {
  const { minimumOccurrences, timeWindowMode, aggregationType: type, aggregationProperty: key } = own;
  const minimum = minimumOccurrences ?? 1;
  const isRolling = timeWindowMode === "24_hour_windows";
  const aggregate = type === "sum" || type === "avg" ? type : null;
  if (aggregate !== null && !key) {
    const detail = `The aggregationType ${aggregate} needs an aggregationProperty.`;
    throw invalid("retentionFilter__aggregationProperty", detail, "required");
  }
  if (minimum === 1 && !isRolling && aggregate === null) return { returns: null, aggregate };
  const sumOf = aggregate === null ? null : { type: own.aggregationPropertyType ?? "event", key: key ?? "" };
  return { returns: { minimum, isRolling, sumOf }, aggregate };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}
