import type { Json, OperatorName } from "../../../../lib/events/filters/index.ts";
import { passesDate } from "./date.ts";
import { parseNumber, propertyText } from "./value.ts";
import { passesVersion } from "./version.ts";

// Written from reference/insights.md 5.2 and 5.3, query.md 3.4 and agents.md 9.3, and the rule of docs/exactness.md that missing and
// null are one: a missing value passes what negates a test, and nothing else.

/** Operators that pass exactly where another does not. */
const NEGATIONS: Partial<Record<OperatorName, OperatorName>> = {
  is_not: "exact",
  not_in: "exact",
  is_not_set: "is_set",
  not_icontains: "icontains",
  not_icontains_multi: "icontains_multi",
  not_starts_with: "starts_with",
  not_ends_with: "ends_with",
  not_between: "between",
};

const SAME: Partial<Record<OperatorName, OperatorName>> = { in: "exact", min: "gte", max: "lte" };

/** Does the operator pass where the operator that it negates does not? */
export function isNegative(operator: OperatorName): boolean {
  return operator === "not_regex" || (NEGATIONS[operator] !== undefined && operator !== "not_between");
}

/** Does a stored value pass? @param wanted one value, or several of which one is enough */
export function passesOperator(operator: OperatorName, wanted: Json, stored: Json | undefined): boolean {
  const opposite = NEGATIONS[operator];
  if (opposite !== undefined) return !passesOperator(opposite, wanted, stored);
  const texts = (Array.isArray(wanted) ? wanted : [wanted]).map(propertyText);
  if (operator === "not_regex") {
    const patterns = texts.map(toRegex).filter((regex) => regex !== null);
    return patterns.length > 0 && (stored === undefined || !patterns.some((regex) => regex.test(propertyText(stored))));
  }
  if (stored === undefined) return false;
  if (operator === "is_set") return true;
  const name = SAME[operator] ?? operator;
  if (name === "exact" && !Array.isArray(wanted) && isRawJson(propertyText(wanted))) {
    return withoutBlanks(JSON.stringify(stored)) === withoutBlanks(propertyText(wanted));
  }
  const text = propertyText(stored);
  if (name === "between") return isBetween(texts, text);
  return texts.some((each) => passesText(name, each, text));
}

function passesText(operator: OperatorName, wanted: string, text: string): boolean {
  if (operator.startsWith("semver_")) return passesVersion(operator, wanted, text);
  if (operator.startsWith("is_date_")) return passesDate(operator, wanted, text);
  const [number, limit] = [parseNumber(text) ?? NaN, parseNumber(wanted) ?? NaN];
  switch (operator) {
    case "exact":
      return text === wanted;
    case "icontains":
      return toLike(wanted).test(text.toLowerCase());
    case "icontains_multi":
      return lowerAscii(text).includes(lowerAscii(wanted));
    case "starts_with":
      return lowerAscii(text).startsWith(lowerAscii(wanted));
    case "ends_with":
      return lowerAscii(text).endsWith(lowerAscii(wanted));
    case "regex":
      return toRegex(wanted)?.test(text) === true;
    case "gt":
      return number > limit;
    case "gte":
      return number >= limit;
    case "lt":
      return number < limit;
    case "lte":
      return number <= limit;
    default:
      throw new RangeError(`No operator: ${operator}`);
  }
}

function isBetween([least = "", most = ""]: string[], text: string): boolean {
  const number = parseNumber(text) ?? NaN;
  return number >= (parseNumber(least) ?? NaN) && number <= (parseNumber(most) ?? NaN);
}

/** JSON that is no number and not null is compared with its quotes. */
function isRawJson(text: string): boolean {
  if (text === "null" || parseNumber(text) !== null) return false;
  try {
    return JSON.parse(text) !== undefined;
  } catch {
    // The text is no JSON.
    return false;
  }
}

function withoutBlanks(text: string): string {
  return text.replaceAll(" ", "");
}

function lowerAscii(text: string): string {
  return text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
}

/** The pattern of LIKE, found anywhere in a text of small letters: `%` is any run, `_` any character, a backslash takes that away. */
function toLike(pattern: string): RegExp {
  const source = pattern.toLowerCase().replaceAll(/\\([%_\\])|[^]/gu, (part, escaped?: string) => {
    if (escaped === undefined && part === "%") return "[^]*";
    if (escaped === undefined && part === "_") return "[^]";
    return (escaped ?? part).replaceAll(/[\^$\\.*+?()[\]{}|/]/g, String.raw`\$&`);
  });
  return new RegExp(source, "u");
}

/** The pattern as JavaScript has it; null = RE2 refuses it. Its `.` matches a newline. */
export function toRegex(pattern: string): RegExp | null {
  const [leading = "", flags = ""] = /^\(\?([ims]+)\)/.exec(pattern) ?? [];
  const rest = pattern.slice(leading.length);
  if (pattern.length > 1000 || /\(\?(?:[=!]|<[=!])|\\[1-9]/.test(rest)) return null;
  try {
    return new RegExp(rest, [...new Set(`s${flags}`)].join(""));
  } catch {
    // The text is no pattern.
    return null;
  }
}
