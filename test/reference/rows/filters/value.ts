import type { Json, Properties } from "../../../../lib/events/filters/index.ts";

/** The stored value; a null counts as missing. */
export function storedValue(properties: Properties, key: string): Json | undefined {
  return new Map(Object.entries(properties)).get(key) ?? undefined;
}

/** A value as filters and breakdowns compare it: texts as they are, all else as JSON, none as the empty text (insights.md 5.2). */
export function propertyText(value: Json | undefined): string {
  if (typeof value === "string") return value;
  return value === undefined || value === null ? "" : JSON.stringify(value);
}

/** The number that a text spells in decimal; null = the text is no number. */
export function parseNumber(text: string): number | null {
  const isDecimal = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text.trim());
  return isDecimal ? Number(text) : null;
}
