import { invalid } from "../errors.ts";

/** A parameter that would change a trend's answer and that this version cannot obey. */
interface Unsupported {
  field: string;
  /** Does this value ask for what cannot be had? Absent fields are never asked. */
  isAsked(value: unknown): boolean;
  /** What is possible instead. */
  instead: string;
}

// A row goes when its feature comes.
const UNSUPPORTED: Unsupported[] = [
  { field: "insight", isAsked: (value) => !isText(value, "TRENDS"), instead: "expected TRENDS" },
  { field: "shown_as", isAsked: (value) => !isText(value, "VOLUME"), instead: "expected Volume" },
  { field: "display", isAsked: (value) => !isText(value, "ACTIONSLINEGRAPH"), instead: "expected ActionsLineGraph" },
  { field: "actions", isAsked: isFilled, instead: "leave it empty and use events" },
  { field: "breakdown", isAsked: isFilled, instead: "leave it out" },
  { field: "breakdowns", isAsked: isFilled, instead: "leave it out" },
  { field: "compare", isAsked: isTrue, instead: "expected false" },
  { field: "compare_to", isAsked: isFilled, instead: "leave it out" },
  { field: "formula", isAsked: isFilled, instead: "leave it out" },
  { field: "smoothing_intervals", isAsked: (value) => Number(value) !== 1, instead: "expected 1" },
  { field: "sampling_factor", isAsked: (value) => Number(value) !== 1, instead: "expected 1: every event is counted" },
  { field: "explicit_date", isAsked: isTrue, instead: "expected false: dates follow the rules of 2022-09" },
];

/**
 * Refuses a query that asks for what is not there yet: an answer that leaves a part of the question out would be wrong.
 * Parameters of other insights, and names that no version knows, have no bearing on a trend and are let pass.
 * @param input as `normaliseInput` gives it
 * @throws HogletError 400 `unsupported` naming the field and what is possible.
 */
export function refuseUnsupported(input: Record<string, unknown>): void {
  for (const { field, isAsked, instead } of UNSUPPORTED) {
    if (!Object.hasOwn(input, field) || !isAsked(input[field])) continue;
    throw invalid(field, `${field}=${JSON.stringify(input[field])} is not supported yet; ${instead}.`, "unsupported");
  }
}

function isText(value: unknown, upper: string): boolean {
  return String(value).toUpperCase() === upper;
}

function isFilled(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 : true;
}

// The words that the real service takes for yes in `compare` (reference/insights.md 3).
const YES = new Set(["y", "yes", "t", "true", "on", "1"]);

function isTrue(value: unknown): boolean {
  return YES.has(String(value).toLowerCase());
}
