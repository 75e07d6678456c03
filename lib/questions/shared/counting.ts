import { daysBefore } from "./calendar.ts";
import type { Calendar } from "./calendar.ts";
import type { DateRange } from "./range.ts";
import type { EntityMath, Math as EntityMathName } from "./math.ts";

/** What becomes of the numbers of a bucket; without any it is 0. */
export type Aggregate =
  | { name: "sum" | "avg" | "min" | "max" }
  /** Interpolated linearly: of n sorted numbers, the one at place `level · (n − 1)`. */
  | { name: "quantile"; level: number };

/** How the rows of a bucket become its value. */
export type Counting =
  | { by: "events" }
  /** Distinct actors; events of nobody do not count. */
  | { by: "actors" }
  /** The same, but each actor counts in the first bucket only that it is seen in. */
  | { by: "new_actors" }
  /**
   * Distinct actors from `startsMs[bucket]` to the bucket's end; 0 in a bucket in which the project has no event at all, of
   * any name. Rows before the range count too.
   */
  | { by: "trailing_actors"; startsMs: number[] }
  /** Distinct non-empty keys of one group type. */
  | { by: "groups"; groupTypeIndex: number }
  /** Distinct `$session_id`; none is one of them. */
  | { by: "sessions" }
  /** Values of an event property that are numbers. */
  | { by: "numbers"; key: string; aggregate: Aggregate }
  /** Seconds of each session that has a row in the bucket, once each. */
  | { by: "session_seconds"; aggregate: Aggregate };

const AGGREGATES: Partial<Record<EntityMathName, Aggregate>> = {
  sum: { name: "sum" },
  avg: { name: "avg" },
  min: { name: "min" },
  max: { name: "max" },
  median: { name: "quantile", level: 0.5 },
  p90: { name: "quantile", level: 0.9 },
  p95: { name: "quantile", level: 0.95 },
  p99: { name: "quantile", level: 0.99 },
};

const TRAILING_DAYS: Partial<Record<EntityMathName, number>> = { weekly_active: 7, monthly_active: 30 };

/** What an entity's maths depend on beside it. */
export interface CountingContext {
  edgesMs: number[];
  range: DateRange;
  calendar: Calendar;
  /** The display adds buckets up: an actor may count once only. */
  isCumulative: boolean;
}

/** Says how an entity is counted. Source: reference/insights.md 7.1 and 7.3. */
export function toCounting(entity: EntityMath, { edgesMs, range, calendar, isCumulative }: CountingContext): Counting {
  const days = TRAILING_DAYS[entity.math];
  if (days !== undefined) {
    const endsMs = edgesMs.map((_, index) => edgesMs[index + 1] ?? range.untilMs);
    // The last of the days is the one that the bucket's last moment is in.
    return { by: "trailing_actors", startsMs: endsMs.map((endMs) => daysBefore(endMs - 1, days - 1, calendar)) };
  }
  if (entity.math === "dau") return { by: isCumulative ? "new_actors" : "actors" };
  return toPlainCounting(entity);
}

/** How breakdown values are ranked: by events where actors are counted, else by what is counted (7.5). */
export function toRanking(entity: EntityMath): Counting {
  return toPlainCounting(entity);
}

function toPlainCounting(entity: EntityMath): Counting {
  const aggregate = AGGREGATES[entity.math];
  if (aggregate !== undefined) {
    const key = entity.math_property ?? "";
    return key === "$session_duration" ? { by: "session_seconds", aggregate } : { by: "numbers", key, aggregate };
  }
  if (entity.math === "unique_session") return { by: "sessions" };
  const { math_group_type_index: groupTypeIndex } = entity;
  return groupTypeIndex === null ? { by: "events" } : { by: "groups", groupTypeIndex };
}
