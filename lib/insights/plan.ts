import { needsPerson, parseFilters } from "../filters/index.ts";
import type { FilterGroup } from "../filters/index.ts";
import { toBuckets } from "./buckets.ts";
import type { Buckets } from "./buckets.ts";
import type { Entity } from "./entity.ts";
import { roundForTrends } from "./range.ts";
import type { DateRange } from "./range.ts";
import type { TrendQuery } from "./schema.ts";

/** What an insight needs to know of its project. */
export interface ProjectSettings {
  id: number;
  /** IANA name. */
  timezone: string;
  /** 0 = Sunday, 1 = Monday. */
  week_start_day: number;
  /** Property filters in any wire shape. */
  test_account_filters: unknown;
}

/** How the rows of a bucket become its value. */
export type Counting =
  | { by: "events" }
  /** Distinct actors; events of nobody do not count. */
  | { by: "actors" }
  /** Distinct non-empty keys of one group type. */
  | { by: "groups"; groupTypeIndex: number };

/** One line to compute. */
export interface TrendSeriesPlan {
  /** Name of the event; null = any event. */
  event: string | null;
  /** Everything that rows must pass: test accounts, the question's filters, the entity's. */
  filter: FilterGroup;
  /** Events of nobody are left out, whatever is counted. */
  needsPerson: boolean;
  counting: Counting;
}

/** A trend to compute: plain data, the same for every engine. */
export interface TrendPlan {
  projectId: number;
  /** Rows outside do not count. */
  range: DateRange;
  /** Start of each bucket, ascending; a row before the first does not count. */
  edgesMs: number[];
  series: TrendSeriesPlan[];
}

/**
 * Makes the plan of a trend, and the buckets that its answer is shown in.
 * @param range as `resolveRange` gives it, not rounded
 */
export function toTrendPlan(
  project: ProjectSettings,
  query: TrendQuery,
  range: DateRange,
): { plan: TrendPlan; buckets: Buckets } {
  const calendar = { timezone: project.timezone, weekStartDay: project.week_start_day };
  const buckets = toBuckets(range, query.interval, calendar);
  const testAccounts = query.filter_test_accounts ? project.test_account_filters : [];
  const common = [parseFilters(testAccounts, "test_account_filters"), query.properties];
  const plan = {
    projectId: project.id,
    range: roundForTrends(range, query.interval, calendar),
    edgesMs: buckets.edgesMs,
    series: query.events.map((entity) => toSeriesPlan(entity, common)),
  };
  return { plan, buckets };
}

function toSeriesPlan(entity: Entity, common: FilterGroup[]): TrendSeriesPlan {
  const filter: FilterGroup = { type: "AND", values: [...common, entity.properties] };
  return { event: entity.id, filter, needsPerson: needsPerson(filter), counting: toCounting(entity) };
}

function toCounting({ math, math_group_type_index: groupTypeIndex }: Entity): Counting {
  if (math === "dau") return { by: "actors" };
  return groupTypeIndex === null ? { by: "events" } : { by: "groups", groupTypeIndex };
}
