import type { DateRange } from "../../port/range.ts";
import * as v from "valibot";
import { invalid } from "../../base/errors.ts";
import { parseJsonText } from "../../base/json-text.ts";
import { parse } from "../../base/parse.ts";

// A link to persons may be followed at any time, while dates such as -7d move on, and days are rounded in several ways
// (reference/insights.md 4). So a link also has exact instants, in fields of our own.

/** The time of the point, and of the whole question. */
export type ExactRangeField = "point_range" | "question_range";

/** Calendars compute up to this distance from 1970 in ms: beyond the year 9999. */
const MAX_MS = 2.6e14;

const Instant = v.pipe(v.number(), v.integer(), v.minValue(-MAX_MS), v.maxValue(MAX_MS));
const Range = v.pipe(
  v.tuple([Instant, Instant]),
  v.check(([fromMs, untilMs]) => fromMs <= untilMs, "Expected the start first, then the end."),
);

/** A stretch of time as a link carries it: `[fromMs, untilMs]`. */
export function toExactRange({ fromMs, untilMs }: DateRange): [number, number] {
  return [fromMs, untilMs];
}

/** Reads a list, or its JSON text; null = there is none. @throws HogletError 400 naming the field */
export function parseExactRange(input: Record<string, unknown>, field: ExactRangeField): DateRange | null {
  const given = input[field];
  if (given === undefined || given === null || given === "") return null;
  const [fromMs, untilMs] = parse(Range, typeof given === "string" ? fromJson(given, field) : given, field);
  return { fromMs, untilMs };
}

function fromJson(text: string, field: string): unknown {
  try {
    return parseJsonText(text);
  } catch (error) {
    const detail = "Expected a list of two integers: epoch milliseconds from and until.";
    throw Object.assign(invalid(field, detail), { cause: error });
  }
}
