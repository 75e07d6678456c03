import * as v from "valibot";
import { invalid } from "../../base/errors.ts";
import { writtenAs } from "../../base/written-as.ts";

/** The way to count a bucket: events, distinct actors, groups or sessions, or a statistic of a number. */
export type Math =
  | "total"
  | "dau"
  | "weekly_active"
  | "monthly_active"
  | "unique_group"
  | "unique_session"
  | "sum"
  | "avg"
  | "min"
  | "max"
  | "median"
  | "p90"
  | "p95"
  | "p99";

/** How an entity is counted. */
export interface EntityMath {
  math: Math;
  /** The number that a statistic is of: an event property, or `$session_duration`. Meaningless for other maths. */
  math_property: string | null;
  /** 0 to 4; null unless math is unique_group. */
  math_group_type_index: number | null;
}

/** The fields of an entity that say how it is counted. */
export const mathEntries = {
  /**
   * Counts events (`total`), persons (`dau`; of the last 7 or 30 days: `weekly_active`, `monthly_active`), groups, sessions, or
   * a statistic of a number. Funnels and retention do not look at it. @default "total"
   */
  math: v.nullish(writtenAs<Math>()(v.string())),
  /** The property that a statistic (`sum` to `p99`) is of, or `$session_duration`; 400 when a trend asks for one without. */
  math_property: v.nullish(v.string()),
  /** Which type of group `unique_group` counts: 0 to 4; 400 without. */
  math_group_type_index: v.nullish(writtenAs<number>()(v.union([v.number(), v.string()]))),
};
const WireMath = v.object(mathEntries);
type WireMath = v.InferOutput<typeof WireMath>;

const COUNTS: readonly string[] = [
  "total",
  "dau",
  "weekly_active",
  "monthly_active",
  "unique_group",
  "unique_session",
] satisfies Math[];

const STATISTICS: readonly string[] = ["sum", "avg", "min", "max", "median", "p90", "p95", "p99"] satisfies Math[];

/** Maths of versions after 2022-09, which the refusal names. */
const LATER = /^(?:hogql|first_time_for_user|(?:avg|min|max|median|p75|p90|p95|p99)_count_per_actor|p75)$/;

/** @throws HogletError 400 naming the field; `unsupported` for maths of later versions. Source: insights.md 7.1. */
export function parseMath(wire: WireMath, attr: string): EntityMath {
  const math = wire.math || "total";
  if (!isMath(math)) throw unknownMath(math, attr);
  return {
    math,
    math_property: wire.math_property || null,
    math_group_type_index: math === "unique_group" ? parseGroupTypeIndex(wire, attr) : null,
  };
}

/**
 * Trends must name the property of a statistic. Other insights ignore statistics.
 * @throws HogletError 400 naming the field. Source: insights.md 7.1 and 9.
 */
export function requireMathProperty({ math, math_property }: WireMath, attr: string): void {
  if (!STATISTICS.includes(math ?? "") || math_property) return;
  throw invalid(`${attr}__math_property`, `The math ${math} needs a math_property.`, "required");
}

function isMath(math: string): math is Math {
  return COUNTS.includes(math) || STATISTICS.includes(math);
}

function unknownMath(math: string, attr: string): Error {
  const expected = `expected ${[...COUNTS, ...STATISTICS].join(", ")}`;
  if (LATER.test(math))
    return invalid(`${attr}__math`, `The math ${math} is not supported; ${expected}.`, "unsupported");
  return invalid(`${attr}__math`, `Unknown math "${math}"; ${expected}.`);
}

function parseGroupTypeIndex({ math_group_type_index: index }: WireMath, attr: string): number {
  if (/^[0-4]$/.test(String(index))) return Number(index);
  throw invalid(`${attr}__math_group_type_index`, "Expected an index from 0 to 4.");
}
