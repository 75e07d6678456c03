import { isSessionNumber } from "../../events/sessions/index.ts";
import type { ValueSource } from "../../port/value-source.ts";
import { EMPTY_TEXT } from "../../port/lines.ts";
import type { GroupValue, LineKey, Bin } from "../../port/lines.ts";
import { invalid } from "../../base/errors.ts";
import { parseJsonText } from "../../base/json-text.ts";
import type { Breakdown } from "../shared/breakdown.ts";
import { NONE, OTHER } from "../shared/line-label.ts";
import { scalarText } from "../shared/scalar-text.ts";

/**
 * The line in `breakdown_value`, as answers write it: a text (or JSON list of several), the id of a cohort or "all", a
 * bin `[10.0,30.0]`. Absent = every line.
 * @throws HogletError 400 naming the field. Source: reference/insights.md 13.1.
 */
export function toPointLine(value: unknown, breakdown: Breakdown | null): LineKey {
  if (value === undefined || value === null) return { type: "whole" };
  if (breakdown === null) throw invalid("breakdown_value", "A value needs a breakdown that it is one of.");
  switch (breakdown.by) {
    case "cohorts":
      return { type: "cohort", id: toCohort(value) };
    case "bins":
      return { type: "bin", bin: toBin(value) };
    case "values":
      return toValues(value, breakdown);
  }
}

/** The value, alone or in a list. */
function toCohort(value: unknown): number | null {
  const [only, ...others] = toList(value);
  const text = scalarText(others.length === 0 ? only : value, "breakdown_value");
  if (text === "all") return null;
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw invalid("breakdown_value", `Expected the id of a cohort or "all" but received "${text}".`);
}

const BIN = /^\s*\[\s*([^\s,]+)\s*,\s*([^\s,]+)\s*\]\s*$/;

function toBin(value: unknown): Bin {
  const text = Array.isArray(value) ? JSON.stringify(value) : scalarText(value, "breakdown_value");
  const [, low, high] = BIN.exec(text) ?? [];
  // The bin of an empty histogram holds nothing.
  if (low === "nan" && high === "nan") return { low: NaN, high: NaN };
  const bin = { low: Number(low), high: Number(high) };
  if (!Number.isNaN(bin.low) && !Number.isNaN(bin.high)) return bin;
  throw invalid("breakdown_value", `Expected a bin such as [10.0,30.0] but received "${text}".`);
}

function toValues(value: unknown, breakdown: Extract<Breakdown, { by: "values" }>): LineKey {
  const { sources, isList, hasNull, hasOther } = breakdown;
  const given = isList ? toList(value) : [value];
  if (given.length !== sources.length) {
    throw invalid("breakdown_value", `Expected a list of ${sources.length} values but received ${given.length}.`);
  }
  const texts = given.map((each) => scalarText(each, "breakdown_value"));
  if (hasOther && texts.every((text) => isMarker(text, OTHER))) return { type: "rest" };
  const toKey = (text: string, index: number) => (hasNull && isMarker(text, NONE) ? "" : toValue(text, sources[index]));
  return { type: "values", values: texts.map(toKey) };
}

/** A list, JSON text of a list, or its only value. */
function toList(value: unknown): unknown[] {
  if (Array.isArray(value)) return value;
  try {
    const parsed = parseJsonText(scalarText(value, "breakdown_value"));
    if (Array.isArray(parsed)) return parsed;
  } catch {
    // Not JSON: the text itself is the value.
  }
  return [value];
}

function isMarker(text: string, marker: { text: string; number: number }): boolean {
  return text === marker.text || text === String(marker.number);
}

/** Lengths and numbers of sessions are numbers, except missing ones. */
function toValue(text: string, source: ValueSource | undefined): GroupValue {
  if (source?.type === "hogql" && text === "") return EMPTY_TEXT;
  const isNumber = source?.type === "session" ? isSessionNumber(source.key) : source?.as === "length";
  return isNumber && text !== "" ? Number(text) : text;
}
