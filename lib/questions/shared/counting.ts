import type { Aggregate, Counting } from "../../port/counting.ts";
import type { DateRange } from "../../port/range.ts";
import { daysBefore } from "./calendar.ts";
import type { Calendar } from "./calendar.ts";
import type { EntityMath, Math as EntityMathName } from "./math.ts";

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

/** The context of an entity's math. */
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
