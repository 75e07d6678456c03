import * as v from "valibot";
import { invalid } from "../../base/errors.ts";
import { writtenAs } from "../../base/written-as.ts";
import { parseAggregate } from "./aggregate-expression.ts";

const COUNTS = [
  "total",
  "dau",
  "weekly_active",
  "monthly_active",
  "unique_group",
  "unique_session",
  "first_time_for_user",
  "first_matching_event_for_user",
] as const;

const STATISTICS = ["sum", "avg", "min", "max", "median", "p75", "p90", "p95", "p99"] as const;
type Statistic = (typeof STATISTICS)[number];

/** A statistic of how many events each actor has. */
type PerActor = `${Exclude<Statistic, "sum">}_count_per_actor`;

/**
 * Counts events, distinct actors, groups or sessions, a statistic of a number or of the actors' counts, or an
 * expression.
 */
export type Math = (typeof COUNTS)[number] | Statistic | PerActor | "first_time_for_user_with_filters" | "hogql";

export interface EntityMath {
  math: Math;
  /** The event property, or `$session_duration`, of a statistic; other maths ignore it. */
  math_property: string | null;
  /** 0 to 4; null unless groups are counted. */
  math_group_type_index: number | null;
  /** Absent unless `math` is hogql. */
  math_hogql?: string;
}

/** The fields for an entity's math. */
export const mathEntries = {
  /**
   * Counts events (`total`), persons (`dau`; of the last 7 or 30 days: `weekly_active`, `monthly_active`), groups, sessions, each
   * person once (`first_time_for_user`: by the first such event ever, if it passes the filters; `first_matching_event_for_user`: by
   * the first that passes them), a statistic of a number, a statistic of how many events each person has
   * (`avg_count_per_actor`), or by an expression (`hogql`). Retention does not look at it, and funnels only at
   * `first_time_for_user` and `first_time_for_user_with_filters`. @default "total"
   */
  math: v.nullish(writtenAs<Math>()(v.string())),
  /** The property that a statistic (`sum` to `p99`) is of, or `$session_duration`; 400 when a trend asks for one without. */
  math_property: v.nullish(v.string()),
  /** Which type of group `unique_group` counts: 0 to 4; 400 without. `…_count_per_actor` counts persons without. */
  math_group_type_index: v.nullish(writtenAs<number>()(v.union([v.number(), v.string()]))),
  /** The expression of `hogql`, of aggregates: `sum(properties.amount)`, `countIf(properties.plan = 'pro') / count()`; 400 without. */
  math_hogql: v.nullish(v.string()),
};
const WireMath = v.object(mathEntries);
type WireMath = v.InferOutput<typeof WireMath>;

const PER_ACTOR = /^(avg|min|max|median|p75|p90|p95|p99)_count_per_actor$/;

/** @throws HogletError 400 naming the field. Source: insights.md 7.1, query.md 3.2. */
export function parseMath(wire: WireMath, attr: string): EntityMath {
  const math = wire.math || "total";
  if (!isMath(math)) throw unknownMath(math, attr);
  const isOfGroups = math === "unique_group" || (PER_ACTOR.test(math) && isGiven(wire.math_group_type_index));
  return {
    math,
    math_property: wire.math_property || null,
    math_group_type_index: isOfGroups ? parseGroupTypeIndex(wire, attr) : null,
    ...(math === "hogql" && { math_hogql: readExpression(wire, attr) }),
  };
}

/**
 * Trends must name the property of a statistic. Other insights ignore statistics.
 * @throws HogletError 400 naming the field. Source: insights.md 7.1 and 9.
 */
export function requireMathProperty({ math, math_property }: WireMath, attr: string): void {
  if (!isStatistic(math ?? "") || math_property) return;
  throw invalid(`${attr}__math_property`, `The math ${math} needs a math_property.`, "required");
}

/** The statistic of a math, over a property or the actors' counts; null = it is not a statistic. */
export function statisticOf(math: Math): { name: Statistic; isPerActor: boolean } | null {
  const [, perActor] = PER_ACTOR.exec(math) ?? [];
  const name = perActor ?? math;
  return isStatistic(name) ? { name, isPerActor: perActor !== undefined } : null;
}

function isStatistic(math: string): math is Statistic {
  return (STATISTICS as readonly string[]).includes(math);
}

export function isMath(math: string): math is Math {
  return (
    (COUNTS as readonly string[]).includes(math) ||
    isStatistic(math) ||
    PER_ACTOR.test(math) ||
    math === "hogql" ||
    math === "first_time_for_user_with_filters"
  );
}

/** The maths, as refusals list them. */
export const MATH_NAMES = [...COUNTS, ...STATISTICS, "avg_count_per_actor … p99_count_per_actor", "hogql"].join(", ");

function unknownMath(math: string, attr: string): Error {
  return invalid(`${attr}__math`, `Unknown math "${math}"; expected ${MATH_NAMES}.`);
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null && value !== "";
}

function parseGroupTypeIndex({ math_group_type_index: index }: WireMath, attr: string): number {
  if (/^[0-4]$/.test(String(index))) return Number(index);
  throw invalid(`${attr}__math_group_type_index`, "Expected an index from 0 to 4.");
}

function readExpression({ math_hogql: text }: WireMath, attr: string): string {
  if (!text) throw invalid(`${attr}__math_hogql`, "The math hogql needs an expression in math_hogql.", "required");
  parseAggregate(text, `${attr}__math_hogql`);
  return text;
}
