import { compileRegex, parseNumber, propertyText } from "../../../lib/engine.ts";
import type { Json, OperatorName, ValueFilter } from "../../../lib/engine.ts";
import { literal } from "./literals.ts";
import { unsupported } from "./unsupported.ts";

/** A value as expressions over a row. */
export interface SqlValue {
  /** The value's text by hoglet's rule; missing = the empty text. */
  text: string;
  /** Is there a value? */
  has: string;
  /** Is its JSON not a string? */
  bare: string;
}

/** JavaScript's `\s`, for brackets of RE2. */
const SPACE = String.raw`\t\n\v\f\r \x{a0}\x{1680}\x{2000}-\x{200a}\x{2028}\x{2029}\x{202f}\x{205f}\x{3000}\x{feff}`;

const NUMBER = literal(String.raw`^[${SPACE}]*[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?[${SPACE}]*$`);

const NOT_OF_NUMBERS = literal(String.raw`[^-+.0-9eE]`);

/** hoglet's `parseNumber`: the number that a text spells, else NULL. */
export function numberOf(text: string): string {
  // Most numbers are whole, and need no pattern. Both ways give the double nearest to the digits; zero may have a sign.
  const whole = `toInt64OrNull(${text})`;
  const spelt = `toFloat64OrNull(replaceRegexpAll(${text}, ${NOT_OF_NUMBERS}, ''))`;
  return `multiIf(ifNull(${whole}, 0) != 0 OR ${text} = '0', toFloat64(${whole}), match(${text}, ${NUMBER}), ${spelt}, NULL)`;
}

/** A number as SQL, to its last bit. */
export function numberLiteral(number: number): string {
  if (number === Infinity) return "inf";
  if (number === -Infinity) return "-inf";
  return `toFloat64('${number}')`;
}

/**
 * Tests one value by an operator: 0 or 1. Source of each: `lib/events/filters/operators.ts`.
 * @throws Unsupported where SQL has no exact form: dates, versions, parts of texts, wildcards, patterns and texts
 * beyond ASCII in lower case
 */
export function testOf(operator: OperatorName, wanted: ValueFilter["value"], value: SqlValue): string {
  const texts = (Array.isArray(wanted) ? wanted : [wanted]).map(propertyText);
  switch (operator) {
    case "exact":
    case "in":
      return equals(wanted, texts, value);
    case "is_not":
    case "not_in":
      return `NOT ${equals(wanted, texts, value)}`;
    case "icontains":
      return contains(texts, value);
    case "not_icontains":
      return `NOT ${contains(texts, value)}`;
    case "regex":
      return matches(texts, value, true);
    case "not_regex":
      return matches(texts, value, false);
    case "is_set":
      return `(${value.has})`;
    case "is_not_set":
      return `(NOT ${value.has})`;
    case "gt":
      return compares(texts, value, ">");
    case "gte":
    case "min":
      return compares(texts, value, ">=");
    case "lt":
      return compares(texts, value, "<");
    case "lte":
    case "max":
      return compares(texts, value, "<=");
    case "between":
      return isWithin(texts, value);
    case "not_between":
      return `(NOT ${isWithin(texts, value)})`;
    case "icontains_multi":
    case "not_icontains_multi":
    case "starts_with":
    case "not_starts_with":
    case "ends_with":
    case "not_ends_with":
    case "semver_eq":
    case "semver_neq":
    case "semver_gt":
    case "semver_gte":
    case "semver_lt":
    case "semver_lte":
    case "semver_tilde":
    case "semver_caret":
    case "semver_wildcard":
    case "is_date_exact":
    case "is_date_after":
    case "is_date_before":
      return unsupported(operator);
  }
}

function equals(wanted: ValueFilter["value"], texts: string[], { text, has, bare }: SqlValue): string {
  const [one = ""] = texts;
  if (Array.isArray(wanted) || one === "null" || parseNumber(one) !== null || !isJson(one)) {
    return texts.length === 0 ? "(0)" : `(${has} AND ${text} IN (${texts.map(literal).join(",")}))`;
  }
  // The stored JSON text, quotes included, without blanks on both sides.
  const json = one.replaceAll(" ", "");
  if (!json.startsWith('"')) return `(${has} AND ${bare} AND replaceAll(${text}, ' ', '') = ${literal(json)})`;
  const inner = parseText(json);
  if (inner === null || JSON.stringify(inner) !== json) return "(0)";
  return `(${has} AND NOT ${bare} AND replaceAll(${text}, ' ', '') = ${literal(inner)})`;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function parseText(json: string): string | null {
  try {
    const value = JSON.parse(json) as Json;
    return typeof value === "string" ? value : null;
  } catch {
    return null;
  }
}

/**
 * Characters with one lower case everywhere: ASCII, Latin, Greek and Cyrillic without `İ` and `Σ` (whose lower case in
 * JavaScript depends on their neighbours or is two characters), and scripts without case.
 */
const OTHER = literal(
  String.raw`[^\x{0}-\x{12f}\x{131}-\x{233}\x{370}-\x{3a2}\x{3a4}-\x{4ff}\x{2010}-\x{205e}\x{20a0}-\x{20bf}\x{3000}-\x{9fff}\x{ac00}-\x{d7a3}\x{1f300}-\x{1faff}]`,
);

/** A text with a character of `OTHER` makes the query fail, so that the rows are gathered. */
function contains(texts: string[], { text, has }: SqlValue): string {
  const wanted = texts.map((each) => each.toLowerCase());
  if (wanted.some((each) => /[%_\\]|[^\0-\x7f]/.test(each))) unsupported("icontains");
  const found = wanted.map((each) => `position(lowerUTF8(${text}), ${literal(each)}) > 0`).join(" OR ");
  return `(throwIf(match(${text}, ${OTHER})) = 0 AND ${has} AND (${found || "0"}))`;
}

/** Patterns that mean the same in RE2 and its JavaScript form: ASCII, without classes of Unicode and single bytes. */
const PLAIN_PATTERN = /^(?!.*\\[CpPQ])[\0-\x7f]*$/s;

function matches(texts: string[], { text, has }: SqlValue, isExpected: boolean): string {
  const valid = texts.filter((pattern) => compileRegex(pattern) !== null);
  if (valid.length === 0) return "(0)";
  if (!valid.every((pattern) => PLAIN_PATTERN.test(pattern))) unsupported("regex");
  const found = valid.map((pattern) => `match(${text}, ${literal(`(?s)${pattern}`)})`).join(" OR ");
  return isExpected ? `(${has} AND (${found}))` : `(NOT (${has} AND (${found})))`;
}

function compares(texts: string[], { text }: SqlValue, sign: string): string {
  const limits = texts.map(parseNumber).filter((limit) => limit !== null);
  if (limits.length === 0) return "(0)";
  const number = numberOf(text);
  return `ifNull(${limits.map((limit) => `(${number} ${sign} ${numberLiteral(limit)})`).join(" OR ")}, 0)`;
}

function isWithin(texts: string[], { text }: SqlValue): string {
  const [least = null, most = null] = texts.map(parseNumber);
  if (least === null || most === null) return "(0)";
  const number = numberOf(text);
  const within = `(${number} >= ${numberLiteral(least)} AND ${number} <= ${numberLiteral(most)})`;
  return `ifNull(${within}, 0)`;
}
