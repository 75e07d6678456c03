import { toIso } from "../../base/clock.ts";
import type { FilterNode } from "../../events/filters/index.ts";
import { quoteName, quoteText } from "../../hogql/index.ts";
import type { DateRange } from "../../port/range.ts";
import type { Selection } from "../../port/selection.ts";
import type { ValueSource } from "../../port/value-source.ts";
import type { Interval } from "./calendar.ts";

// Parts of plans as HogQL, where SQL means the same for every event; null = it does not.

/** Rows of a result of SQL, at most. */
export const MOST_ROWS = 50_000;

/** Buckets as HogQL cuts them, in the project's time zone and by its first day of the week. */
export const BUCKETS: Partial<Record<Interval, Bucket>> = {
  hour: { name: "hour", start: "toStartOfHour", bound: "toDateTime" },
  day: { name: "day", start: "toStartOfDay", bound: "toDateTime" },
  week: { name: "week", start: "toStartOfWeek", bound: "toDate" },
  month: { name: "month", start: "toStartOfMonth", bound: "toDate" },
};

export interface Bucket {
  /** The unit, and the column. */
  name: string;
  /** The function of a bucket's start, and the function for the type of such starts. */
  start: string;
  bound: string;
}

export function instantToHogQL(ms: number): string {
  return `toDateTime(${quoteText(toIso(ms))})`;
}

/** Conditions of a range and of a selection; null = a part has no SQL. */
export function eventsToHogQL(range: DateRange, select: Selection): string[] | null {
  const said = selectionToHogQL(select);
  return said === null ? null : [...rangeToHogQL(range), ...said];
}

/** Conditions of a range, which may begin at -Infinity. */
export function rangeToHogQL({ fromMs, untilMs }: DateRange): string[] {
  const until = `timestamp < ${quoteText(toIso(untilMs))}`;
  return fromMs === -Infinity ? [until] : [`timestamp >= ${quoteText(toIso(fromMs))}`, until];
}

/** Conditions that must all hold; null = a part has no SQL. */
export function selectionToHogQL({ anyOf, filter, needsPerson, needsSession, firstOf }: Selection): string[] | null {
  if (needsSession || firstOf !== undefined) return null;
  const tests = anyOf.map(({ event, filter: own }) =>
    joined("AND", [event === null ? "true" : `event = ${quoteText(event)}`, filterToHogQL(own)]),
  );
  const parts = [joined("OR", tests), filterToHogQL(filter)];
  if (needsPerson) parts.push("person_id IS NOT NULL");
  const said = parts.filter((part) => part !== null);
  return said.length < parts.length ? null : said.filter((part) => part !== "true");
}

function joined(word: "AND" | "OR", parts: readonly (string | null)[]): string | null {
  const said = parts.filter((part) => part !== null);
  if (said.length < parts.length) return null;
  // A part that always holds decides an OR, and does nothing in an AND.
  if (word === "OR" && said.includes("true")) return "true";
  const told = said.filter((part) => part !== "true");
  return told.length <= 1 ? (told[0] ?? "true") : `(${told.join(` ${word} `)})`;
}

function filterToHogQL(node: FilterNode): string | null {
  switch (node.type) {
    case "AND":
    case "OR":
      return joined(node.type, node.values.map(filterToHogQL));
    case "event":
    case "person":
      return testToHogQL(node);
    case "hogql":
      // An expression may end with a comment.
      return `(${node.key}\n)`;
    default:
      return null;
  }
}

function testToHogQL(node: Extract<FilterNode, { type: "event" | "person" }>): string | null {
  const { operator, value, negation } = node;
  const name = propertyToHogQL(node);
  if (negation) return null;
  if (operator === "is_set") return `${name} IS NOT NULL`;
  if (operator === "is_not_set") return `${name} IS NULL`;
  if (operator !== "exact" && operator !== "is_not") return null;
  const texts = [value].flat();
  // In a list, truth values are texts; a single one is a truth value.
  const isTruth = Array.isArray(value) && texts.every((text) => text === "true" || text === "false");
  if (texts.length === 0 || !(isTruth || texts.every(isPlainText))) return null;
  const list = texts.map((text) => quoteText(String(text))).join(", ");
  return operator === "exact" ? `${name} IN (${list})` : `(${name} IS NULL OR ${name} NOT IN (${list}))`;
}

/** Words: texts that spell numbers or other JSON equal values that SQL tells apart. */
function isPlainText(value: unknown): value is string {
  return typeof value === "string" && /^\p{L}[\p{L}\p{N}_ -]*$/u.test(value) && !/^(?:true|false|null)$/i.test(value);
}

function propertyToHogQL({ type, key }: { type: "event" | "person"; key: string }): string {
  return `${type === "person" ? "person." : ""}properties.${/^[A-Za-z_$][\w$]*$/.test(key) ? key : quoteName(key)}`;
}

/** The text that rows are grouped by; null where it is missing. */
export function sourceToHogQL(source: ValueSource): string | null {
  if (source.as !== "text") return null;
  if (source.type === "hogql") return `toString(${source.key}\n)`;
  if (source.type !== "event" && source.type !== "person") return null;
  return `nullIf(toString(${propertyToHogQL({ type: source.type, key: source.key })}), '')`;
}

/** `true` is no number. */
export function numberToHogQL(key: string): string {
  return `toFloat(toString(${propertyToHogQL({ type: "event", key })}))`;
}
