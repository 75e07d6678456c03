import type { Aggregate, Counting } from "../../../lib/engine.ts";
import { hasActor } from "./rows.ts";
import type { Rows } from "./rows.ts";
import { unsupported } from "./unsupported.ts";

/** Counts a group's rows: an aggregate, one Float64. Trailing actors and firsts need more than a group. */
export function tallyOf(counting: Counting, rows: Rows): string {
  switch (counting.by) {
    case "events":
      return "toFloat64(count())";
    case "actors":
    case "groups":
    case "sessions": {
      const { key, isOne } = entityOf(counting, rows);
      return `toFloat64(uniqExactIf(${key}, ${isOne}))`;
    }
    case "numbers":
      return statisticOf(counting.aggregate, rows.number(counting.key));
    case "events_per_actor": {
      const key = rows.actor(counting.actors);
      const counts = `arrayMap(n -> toFloat64(n), mapValues(sumMapIf(map(${key}, toUInt64(1)), ${hasActor(counting.actors, key)})))`;
      return aggregateOf(counting.aggregate, counts);
    }
    case "firsts":
    case "trailing_actors":
    case "session_seconds":
    case "expression":
      return unsupported(`counting ${counting.by}`);
  }
}

/** SQL of the distinct values, and of the condition that a row has one. */
export function entityOf(
  counting: Extract<Counting, { by: "actors" | "groups" | "sessions" }>,
  rows: Rows,
): { key: string; isOne: string } {
  // Events without a session share one.
  if (counting.by === "sessions") return { key: rows.text("$session_id"), isOne: "1" };
  const kind = counting.by === "actors" ? ({ by: "persons" } as const) : counting;
  const key = rows.actor(kind);
  return { key, isOne: hasActor(kind, key) };
}

/** A statistic of numbers, NULL = none; 0 of nothing. Only quantiles need their list. */
function statisticOf(aggregate: Aggregate, number: string): string {
  const { name } = aggregate;
  if (name === "quantile")
    return aggregateOf(aggregate, `groupArrayIf(assumeNotNull(${number}), ${number} IS NOT NULL)`);
  if (name === "min" || name === "max") return `ifNull(${name}(${number}), toFloat64(0))`;
  const isWhole = `countIf(ifNull(${number} != trunc(${number}), 0)) = 0 AND ifNull(sum(abs(${number})), 0) < ${MOST_WHOLE}`;
  const sum = `ifNull(sum(${number}), toFloat64(0))`;
  const value = name === "sum" ? sum : `${sum} / greatest(count(${number}), 1)`;
  return `if(throwIf(NOT (${isWhole})) = 0, ${value}, toFloat64(0))`;
}

/** 2^53: smaller sums of whole numbers are exact in any order. */
const MOST_WHOLE = "9007199254740992";

/**
 * A statistic of a list; 0 of nothing. A sum of fractions depends on their order, so only whole numbers up to 2^53 are
 * exact: others make the query fail, and the rows are gathered.
 */
export function aggregateOf({ name, ...rest }: Aggregate, numbers: string): string {
  const isWhole = `arrayAll(n -> n = trunc(n), ${numbers}) AND arraySum(n -> abs(n), ${numbers}) < ${MOST_WHOLE}`;
  const checked = (sql: string) => `if(throwIf(NOT (${isWhole})) = 0, ${sql}, 0)`;
  const value = () => {
    switch (name) {
      case "sum":
        return checked(`arraySum(${numbers})`);
      case "avg":
        return checked(`arraySum(${numbers}) / length(${numbers})`);
      case "min":
        return `arrayMin(${numbers})`;
      case "max":
        return `arrayMax(${numbers})`;
      case "quantile":
        return quantile(numbers, "level" in rest ? rest.level : 0);
    }
  };
  return `if(length(${numbers}) = 0, toFloat64(0), toFloat64(${value()}))`;
}

/** Interpolated as hoglet does it, operation by operation: low + (high − low) · (place − below). */
function quantile(numbers: string, level: number): string {
  const place = `(toFloat64('${level}') * (length(${numbers}) - 1))`;
  const below = `toUInt64(floor(${place}))`;
  const low = `arrayElement(sorted, ${below} + 1)`;
  const high = `if(${below} + 2 <= length(sorted), arrayElement(sorted, ${below} + 2), ${low})`;
  return `arrayMap(sorted -> ${low} + (${high} - ${low}) * (${place} - floor(${place})), [arraySort(${numbers})])[1]`;
}
