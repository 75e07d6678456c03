import * as v from "valibot";
import type { Project } from "../../admin/projects/index.ts";
import {
  CompareFilterNode,
  DateRangeNode,
  idleEntries,
  nodeRanges,
  readDates,
  openQuestion,
} from "../../questions/index.ts";
import type { DateRange } from "../../questions/index.ts";
import { readFilters } from "../../sql/index.ts";
import type { SqlCondition, SqlFilters } from "../../hogql/index.ts";
import type { QueryAsks } from "../query-asks.ts";
import { isIn, isOfAction } from "../tables/event-conditions.ts";
import { filled } from "../tables/table-fields.ts";

/** The event that a visit is for. */
export const ConversionGoal = v.nullish(
  v.union([
    v.strictObject({ actionId: v.pipe(v.number(), v.integer()) }),
    v.strictObject({ customEventName: v.string() }),
  ]),
);
export type ConversionGoal = v.InferOutput<typeof ConversionGoal>;

/** Fields of all web queries. Source: reference/query.md 4.12. */
export const webFields = {
  /** Filters on events, persons, sessions and cohorts; may be empty. */
  properties: v.array(v.record(v.string(), v.unknown())),
  /** @default the last 7 days */
  dateRange: v.nullish(DateRangeNode),
  compareFilter: v.nullish(CompareFilterNode),
  filterTestAccounts: v.nullish(v.boolean()),
  // Every event counts, and sessions are made of their events: these change nothing.
  sampling: v.nullish(v.unknown()),
  samplingFactor: v.nullish(v.number()),
  includeRevenue: v.nullish(v.boolean()),
  useSessionsTable: v.nullish(v.boolean()),
  ...idleEntries,
};
const WebFields = v.object(webFields);
export type WebFields = v.InferOutput<typeof WebFields>;

/** The range, and the range that it is compared with. @throws HogletError 400 naming the field */
export async function webRanges(
  ctx: QueryAsks,
  project: Project,
  { dateRange, compareFilter }: WebFields,
): Promise<DateRange[]> {
  const dates = readDates({ dateRange, compareFilter });
  const compare = dates.date_from === "all" ? null : dates.compare;
  return nodeRanges(ctx, openQuestion(ctx, project, ""), { ...dates, compare });
}

/** Events by which visits are counted. */
export const VISIT_EVENTS = ["$pageview", "$screen"];
export const VISITS: SqlCondition = isIn("event", VISIT_EVENTS);

/** The event is a conversion. @throws HogletError 400 when its action does not exist */
export function isGoal(ctx: QueryAsks, project: Project, goal: NonNullable<ConversionGoal>): SqlCondition {
  return "actionId" in goal ? isOfAction(ctx, project, goal.actionId) : isIn("event", [goal.customEventName]);
}

/** Filters of a web query over a range, and over some events. @throws HogletError 400 naming the field */
export function webFilters(
  ctx: QueryAsks,
  project: Project,
  { properties, filterTestAccounts }: WebFields,
  { range, events }: { range: DateRange; events: SqlCondition },
): SqlFilters {
  const read = readFilters(project, { properties: filled(properties), filterTestAccounts }, ctx.clock.now());
  const { fromMs, untilMs } = range;
  return { ...read, fromMs, untilMs, condition: { type: "AND", values: [events, read.condition] } };
}

/** Sessions of a range have an event in it. */
export function sessionRange(range: DateRange): DateRange {
  return range;
}

/** Every event is counted. */
export const WHOLE = { numerator: 1, denominator: null } as const;
