import {
  compileRegex,
  parseNumber,
  partOperators,
  propertyText,
  versionOperators,
} from "../../events/filters/index.ts";
import type { Json } from "../../events/filters/index.ts";
import { compileInstant, toInstant } from "./instants.ts";

/** Undefined = the person or group has no such property. */
export type ValueTest = (stored: Json | undefined, nowMs: number) => boolean;

type Compile = (wanted: Json | undefined, timezone: string) => ValueTest;

const never: ValueTest = () => false;

/**
 * The operators of flags. They are a table of their own, since flags ignore letter case where insights do not, compare
 * truth where insights compare text, and know relative dates (reference/agents.md 9.3). Numbers, versions, parts of texts
 * and regular expressions are read as everywhere.
 */
const OPERATORS: Readonly<Record<string, Compile>> = {
  exact: equals,
  is_not: (wanted) => unless(equals(wanted)),
  is_set: () => (stored) => stored !== undefined,
  is_not_set: () => (stored) => stored === undefined,
  icontains: partOperators.icontains_multi,
  not_icontains: (wanted) => unless(partOperators.icontains_multi(wanted)),
  icontains_multi: partOperators.icontains_multi,
  not_icontains_multi: (wanted) => unless(partOperators.icontains_multi(wanted)),
  starts_with: partOperators.starts_with,
  not_starts_with: (wanted) => unless(partOperators.starts_with(wanted)),
  ends_with: partOperators.ends_with,
  not_ends_with: (wanted) => unless(partOperators.ends_with(wanted)),
  regex: (wanted) => matches(wanted, true),
  not_regex: (wanted) => matches(wanted, false),
  gt: (wanted) => comparesNumbers(wanted, (number, limit) => number > limit),
  gte: (wanted) => comparesNumbers(wanted, (number, limit) => number >= limit),
  lt: (wanted) => comparesNumbers(wanted, (number, limit) => number < limit),
  lte: (wanted) => comparesNumbers(wanted, (number, limit) => number <= limit),
  between: (wanted) => isBetween(wanted, true),
  not_between: (wanted) => isBetween(wanted, false),
  // Old names.
  min: (wanted) => comparesNumbers(wanted, (number, limit) => number >= limit),
  max: (wanted) => comparesNumbers(wanted, (number, limit) => number <= limit),
  is_date_exact: (wanted, timezone) => comparesDates(wanted, timezone, (ms, limitMs) => ms === limitMs),
  is_date_before: (wanted, timezone) => comparesDates(wanted, timezone, (ms, limitMs) => ms < limitMs),
  is_date_after: (wanted, timezone) => comparesDates(wanted, timezone, (ms, limitMs) => ms > limitMs),
  ...Object.fromEntries(
    Object.entries(versionOperators).map(([name, compile]): [string, Compile] => [
      name,
      (wanted) => {
        const test = compile(propertyText(wanted));
        return test === null ? never : (stored) => stored !== undefined && test(propertyText(stored));
      },
    ]),
  ),
};

export const OPERATOR_NAMES: readonly string[] = Object.keys(OPERATORS);

/** An unknown operator matches nothing. @param timezone of dates without an offset */
export function compileOperator(name: string, wanted: Json | undefined, timezone: string): ValueTest {
  return Object.hasOwn(OPERATORS, name) ? (OPERATORS[name] ?? (() => never))(wanted, timezone) : never;
}

/** A missing value passes. */
function unless(test: ValueTest): ValueTest {
  return (stored, nowMs) => !test(stored, nowMs);
}

function equals(wanted: Json | undefined): ValueTest {
  if (wanted === undefined) return never;
  if (isTruth(wanted)) {
    const isTrueWanted = isTrue(wanted);
    return (stored) => stored !== undefined && isTrue(stored) === isTrueWanted;
  }
  const texts = new Set([wanted].flat().map((value) => propertyText(value).toLowerCase()));
  return (stored) => stored !== undefined && texts.has(propertyText(stored).toLowerCase());
}

/** Is a value true, false, the text of one, or a list of such values? */
function isTruth(value: Json): boolean {
  if (Array.isArray(value)) return value.every(isTruth);
  return typeof value === "boolean" || (typeof value === "string" && /^(?:true|false)$/i.test(value));
}

function isTrue(value: Json): boolean {
  if (Array.isArray(value)) return value.every(isTrue);
  return value === true || (typeof value === "string" && value.toLowerCase() === "true");
}

/** An invalid pattern matches nothing, negated or not. */
function matches(wanted: Json | undefined, isExpected: boolean): ValueTest {
  if (wanted === undefined) return never;
  const tests = [wanted].flat().map((pattern) => compileRegex(propertyText(pattern), { dotMatchesNewline: false }));
  const valid = tests.filter((test) => test !== null);
  if (valid.length === 0) return never;
  return (stored) => (stored !== undefined && valid.some((test) => test(propertyText(stored)))) === isExpected;
}

function comparesNumbers(wanted: Json | undefined, holds: (number: number, limit: number) => boolean): ValueTest {
  const limit = toComparedNumber(wanted);
  if (limit === null) return never;
  return (stored) => {
    const number = toComparedNumber(stored);
    return number !== null && holds(number, limit);
  };
}

/**
 * Tests that a number is between two limits, both included. A value that is no number is neither inside nor outside.
 */
function isBetween(wanted: Json | undefined, isExpected: boolean): ValueTest {
  const [least = null, most = null] = [wanted].flat().map(toComparedNumber);
  if (least === null || most === null) return never;
  return (stored) => {
    const number = toComparedNumber(stored);
    return number !== null && (number >= least && number <= most) === isExpected;
  };
}

function toComparedNumber(value: Json | undefined): number | null {
  if (typeof value === "number") return value;
  return typeof value === "string" ? parseNumber(value) : null;
}

function comparesDates(
  wanted: Json | undefined,
  timezone: string,
  holds: (ms: number, limitMs: number) => boolean,
): ValueTest {
  const limit = compileInstant(wanted, timezone);
  if (limit === null) return never;
  return (stored, nowMs) => {
    const ms = toInstant(stored, timezone);
    return ms !== null && holds(ms, limit(nowMs));
  };
}
