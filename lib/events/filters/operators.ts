import { isJsonText } from "../../base/json-text.ts";
import { parseLooseDate } from "./loose-date.ts";
import type { LooseDate } from "./loose-date.ts";
import { propertyText } from "./property-text.ts";
import type { Json } from "./property-text.ts";
import { compileRegex } from "./regex.ts";
import { versionOperators } from "./semver.ts";
import type { VersionOperator } from "./semver.ts";
import { partOperators } from "./text-parts.ts";
import { compileWildcard } from "./wildcard.ts";

/** A value in a filter. */
export type Scalar = string | number | boolean | null;

/** Undefined = there is no value: it passes negated tests only. */
export type StoredTest = (stored: Json | undefined) => boolean;

export interface Operator {
  /**
   * The values that `value` must hold: any, only numbers as text, two numbers, only dates as text, one version, or
   * none.
   */
  wants: "any" | "number" | "range" | "date" | "version" | "nothing";
  /** `wanted` is one value or a list: one match is enough (for `not_` operators, none may match). */
  compile(wanted: Scalar | Scalar[]): StoredTest;
}

export type OperatorName =
  | "exact"
  | "is_not"
  | "icontains"
  | "not_icontains"
  | "icontains_multi"
  | "not_icontains_multi"
  | "starts_with"
  | "not_starts_with"
  | "ends_with"
  | "not_ends_with"
  | "regex"
  | "not_regex"
  | "is_set"
  | "is_not_set"
  | "gt"
  | "gte"
  | "lt"
  | "lte"
  | "between"
  | "not_between"
  | "is_date_exact"
  | "is_date_after"
  | "is_date_before"
  | VersionOperator
  | "in"
  | "not_in"
  | "min"
  | "max";

/** Every operator by its wire name. Semantics: reference/insights.md 5.2 and 5.3; ranges: reference/query.md 3.4. */
export const operators: Record<OperatorName, Operator> = {
  exact: { wants: "any", compile: equals },
  is_not: { wants: "any", compile: (wanted) => not(equals(wanted)) },
  icontains: { wants: "any", compile: contains },
  not_icontains: { wants: "any", compile: (wanted) => not(contains(wanted)) },
  icontains_multi: { wants: "any", compile: partOperators.icontains_multi },
  not_icontains_multi: { wants: "any", compile: (wanted) => not(partOperators.icontains_multi(wanted)) },
  starts_with: { wants: "any", compile: partOperators.starts_with },
  not_starts_with: { wants: "any", compile: (wanted) => not(partOperators.starts_with(wanted)) },
  ends_with: { wants: "any", compile: partOperators.ends_with },
  not_ends_with: { wants: "any", compile: (wanted) => not(partOperators.ends_with(wanted)) },
  regex: { wants: "any", compile: (wanted) => matches(wanted, true) },
  not_regex: { wants: "any", compile: (wanted) => matches(wanted, false) },
  is_set: { wants: "nothing", compile: () => (stored) => stored !== undefined },
  is_not_set: { wants: "nothing", compile: () => (stored) => stored === undefined },
  gt: { wants: "number", compile: (wanted) => compares(wanted, (stored, limit) => stored > limit) },
  gte: { wants: "number", compile: (wanted) => compares(wanted, (stored, limit) => stored >= limit) },
  lt: { wants: "number", compile: (wanted) => compares(wanted, (stored, limit) => stored < limit) },
  lte: { wants: "number", compile: (wanted) => compares(wanted, (stored, limit) => stored <= limit) },
  between: { wants: "range", compile: isWithin },
  not_between: { wants: "range", compile: (wanted) => not(isWithin(wanted)) },
  is_date_exact: { wants: "date", compile: (wanted) => comparesDates(wanted, isSame) },
  is_date_after: { wants: "date", compile: (wanted) => comparesDates(wanted, isAfter) },
  is_date_before: { wants: "date", compile: (wanted) => comparesDates(wanted, (ms, limit) => ms < limit.ms) },
  semver_eq: version("semver_eq"),
  semver_neq: version("semver_neq"),
  semver_gt: version("semver_gt"),
  semver_gte: version("semver_gte"),
  semver_lt: version("semver_lt"),
  semver_lte: version("semver_lte"),
  semver_tilde: version("semver_tilde"),
  semver_caret: version("semver_caret"),
  semver_wildcard: version("semver_wildcard"),
  // Names that PostHog's newer clients use.
  in: { wants: "any", compile: equals },
  not_in: { wants: "any", compile: (wanted) => not(equals(wanted)) },
  min: { wants: "number", compile: (wanted) => compares(wanted, (stored, limit) => stored >= limit) },
  max: { wants: "number", compile: (wanted) => compares(wanted, (stored, limit) => stored <= limit) },
};

export function isOperatorName(name: string): name is OperatorName {
  return Object.hasOwn(operators, name);
}

/** The test that a value has this text; values that are missing have the empty text, as lines of breakdowns have it. */
export function testOfText(text: string): { operator: OperatorName; value: string[] } {
  return text === "" ? { operator: "not_regex", value: ["."] } : { operator: "exact", value: [text] };
}

/** The decimal number that a text spells; null = not a number (`""`, `true`, `0x10`, `Infinity`). */
export function parseNumber(text: string): number | null {
  return /^\s*[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?\s*$/i.test(text) ? Number(text) : null;
}

function not(test: StoredTest): StoredTest {
  return (stored) => !test(stored);
}

function toTexts(wanted: Scalar | Scalar[]): string[] {
  return (Array.isArray(wanted) ? wanted : [wanted]).map(propertyText);
}

function equals(wanted: Scalar | Scalar[]): StoredTest {
  if (!Array.isArray(wanted) && isRawJson(propertyText(wanted))) return equalsRaw(propertyText(wanted));
  const texts = new Set(toTexts(wanted));
  return (stored) => stored !== undefined && texts.has(propertyText(stored));
}

/** Compares with the stored JSON text, quotes included, after trimming both sides. */
function equalsRaw(json: string): StoredTest {
  const wanted = json.replaceAll(" ", "");
  return (stored) => stored !== undefined && JSON.stringify(stored).replaceAll(" ", "") === wanted;
}

/** Numbers are compared as text: 1.5 equals "1.5" as 30 equals "30". No stored value is null, so that is a text too. */
function isRawJson(text: string): boolean {
  return text !== "null" && parseNumber(text) === null && isJsonText(text);
}

function contains(wanted: Scalar | Scalar[]): StoredTest {
  const tests = toTexts(wanted).map(compileWildcard);
  return (stored) => stored !== undefined && tests.some((test) => test(propertyText(stored)));
}

/** An invalid pattern matches nothing, also for `not_regex`. */
function matches(wanted: Scalar | Scalar[], isExpected: boolean): StoredTest {
  const tests = toTexts(wanted)
    .map((pattern) => compileRegex(pattern))
    .filter((test) => test !== null);
  if (tests.length === 0) return () => false;
  return (stored) => (stored !== undefined && tests.some((test) => test(propertyText(stored)))) === isExpected;
}

function compares(wanted: Scalar | Scalar[], holds: (stored: number, limit: number) => boolean): StoredTest {
  const limits = toTexts(wanted)
    .map(parseNumber)
    .filter((limit) => limit !== null);
  return (stored) => {
    const number = parseNumber(propertyText(stored));
    return number !== null && limits.some((limit) => holds(number, limit));
  };
}

/** Tests that a number is in a range, both limits included; a value that is no number is outside. */
function isWithin(wanted: Scalar | Scalar[]): StoredTest {
  const [least = null, most = null] = toTexts(wanted).map(parseNumber);
  return (stored) => {
    const number = parseNumber(propertyText(stored));
    if (number === null || least === null || most === null) return false;
    return number >= least && number <= most;
  };
}

function comparesDates(wanted: Scalar | Scalar[], holds: (ms: number, limit: LooseDate) => boolean): StoredTest {
  const limits = toTexts(wanted)
    .map(parseLooseDate)
    .filter((limit) => limit !== null);
  return (stored) => {
    const date = parseLooseDate(propertyText(stored));
    return date !== null && limits.some((limit) => holds(date.ms, limit));
  };
}

/** A stored value that is no version passes no operator of versions. */
function version(operator: VersionOperator): Operator {
  return {
    wants: "version",
    compile(wanted) {
      const test = versionOperators[operator](toTexts(wanted).join());
      return (stored) => stored !== undefined && test?.(propertyText(stored)) === true;
    },
  };
}

const SECOND_MS = 1000;
const DAY_MS = 86_400_000;

/** Tests that two instants are equal: for a bare date the same UTC day, else the same second. */
function isSame(ms: number, { ms: limitMs, isDay }: LooseDate): boolean {
  const unitMs = isDay ? DAY_MS : SECOND_MS;
  return Math.floor(ms / unitMs) === Math.floor(limitMs / unitMs);
}

/** Tests that an instant is later than a limit; after a bare date means after the end of that day. */
function isAfter(ms: number, { ms: limitMs, isDay }: LooseDate): boolean {
  return isDay ? ms >= limitMs + DAY_MS : ms > limitMs;
}
