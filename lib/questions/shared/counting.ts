import type { ActorKind } from "../../port/actors.ts";
import type { Aggregate, Counting } from "../../port/counting.ts";
import type { DateRange } from "../../port/range.ts";
import type { Selection } from "../../port/selection.ts";
import { daysBefore } from "./calendar.ts";
import type { Calendar, Interval } from "./calendar.ts";
import { parseAggregate } from "./aggregate-expression.ts";
import { statisticOf } from "./math.ts";
import type { EntityMath, Math as EntityMathName } from "./math.ts";

const AGGREGATES: Record<NonNullable<ReturnType<typeof statisticOf>>["name"], Aggregate> = {
  sum: { name: "sum" },
  avg: { name: "avg" },
  min: { name: "min" },
  max: { name: "max" },
  median: { name: "quantile", level: 0.5 },
  p75: { name: "quantile", level: 0.75 },
  p90: { name: "quantile", level: 0.9 },
  p95: { name: "quantile", level: 0.95 },
  p99: { name: "quantile", level: 0.99 },
};

/** Maths of recently active people: the days, and the intervals that are at least as long. */
const TRAILING: Partial<Record<EntityMathName, { days: number; within: readonly Interval[] }>> = {
  weekly_active: { days: 7, within: ["week", "month"] },
  monthly_active: { days: 30, within: ["month"] },
};

export interface CountingContext {
  edgesMs: number[];
  range: DateRange;
  /** Null = one bucket, the whole range. */
  interval: Interval | null;
  calendar: Calendar;
  /** The display adds buckets up: an actor counts once only. */
  isCumulative: boolean;
}

/**
 * How an entity is counted. Source: reference/insights.md 7.1 and 7.3; recently active people, and displays that add
 * buckets up: docs/exactness.md.
 */
export function toCounting(entity: EntityMath, context: CountingContext): Counting {
  const counting = toCountingOfBucket(entity, context);
  const isCountedOnce = counting.by === "actors" || counting.by === "groups" || counting.by === "sessions";
  return context.isCumulative && isCountedOnce ? { by: "firsts", of: counting } : counting;
}

function toCountingOfBucket(entity: EntityMath, { edgesMs, range, interval, calendar }: CountingContext): Counting {
  const trailing = TRAILING[entity.math];
  if (trailing !== undefined && (interval === null || !trailing.within.includes(interval))) {
    const endsMs = edgesMs.map((_, index) => edgesMs[index + 1] ?? range.untilMs);
    // The last of the days holds the bucket's last moment.
    return { by: "trailing_actors", startsMs: endsMs.map((ms) => daysBefore(ms - 1, trailing.days - 1, calendar)) };
  }
  // Once in each bucket: `dau`, trailing windows no longer than the interval, and first events.
  if (entity.math === "dau" || trailing !== undefined || isFirstTime(entity)) return { by: "actors" };
  return toPlainCounting(entity);
}

/** A range, with the time that trailing windows reach back. */
export function toReach(range: DateRange, counting: Counting): DateRange {
  const [startMs = range.fromMs] = counting.by === "trailing_actors" ? counting.startsMs : [];
  return { ...range, fromMs: Math.min(range.fromMs, startMs) };
}

/** The rows of one bucket: a trailing window may begin before its bucket, or after a bucket that is the whole range. */
export function toWindow(bucket: DateRange, counting: Counting): DateRange {
  const [fromMs = bucket.fromMs] = counting.by === "trailing_actors" ? counting.startsMs : [];
  return { ...bucket, fromMs };
}

/** Breakdown values are ranked by events where actors are counted, else by what is counted (7.5). */
export function toRanking(entity: EntityMath): Counting {
  return toPlainCounting(entity);
}

function toPlainCounting(entity: EntityMath): Counting {
  const { math_group_type_index: groupTypeIndex } = entity;
  if (entity.math_hogql !== undefined) return parseAggregate(entity.math_hogql, "math_hogql");
  const statistic = statisticOf(entity.math);
  if (statistic !== null) {
    const aggregate = AGGREGATES[statistic.name];
    const actors: ActorKind = groupTypeIndex === null ? { by: "persons" } : { by: "groups", groupTypeIndex };
    if (statistic.isPerActor) return { by: "events_per_actor", actors, aggregate };
    const key = entity.math_property ?? "";
    return key === "$session_duration" ? { by: "session_seconds", aggregate } : { by: "numbers", key, aggregate };
  }
  if (entity.math === "unique_session") return { by: "sessions" };
  return groupTypeIndex === null ? { by: "events" } : { by: "groups", groupTypeIndex };
}

/**
 * The events of an actor whose first counts: all of the entity's, or those that pass the filters. Absent = every event
 * counts.
 */
const FIRST_OF: Partial<Record<EntityMathName, Selection["firstOf"]>> = {
  first_time_for_user: "tests",
  first_matching_event_for_user: "selection",
  first_time_for_user_with_filters: "selection",
};

function isFirstTime({ math }: EntityMath): boolean {
  return FIRST_OF[math] !== undefined;
}

/** The selection of an entity's events, or of first events only, as its math says. */
export function withFirsts(select: Selection, { math }: EntityMath): Selection {
  const firstOf = FIRST_OF[math];
  return firstOf === undefined ? select : { ...select, firstOf, needsPerson: true };
}
