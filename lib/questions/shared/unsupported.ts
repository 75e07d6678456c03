import { invalid } from "../../base/errors.ts";
import { unreadEntries } from "./fields.ts";
import type { Unlisted } from "./fields.ts";

/** A parameter of later versions that would change the answer and that is not obeyed here. */
interface Unsupported {
  field: string;
  /** Does this value ask for what cannot be had? Absent fields are never asked. */
  isAsked(value: unknown): boolean;
  /** The supported alternative. */
  instead: string;
}

const SAMPLE: Unsupported = {
  field: "sampling_factor",
  // Answers are exact, which any sample comes close to.
  isAsked: (value) => typeof value === "object" || !(Number(value) > 0 && Number(value) <= 1),
  instead: "expected a number above 0, 1 at most: every event is counted, whatever it is",
};

const UNSUPPORTED: Unsupported[] = [
  { field: "compare_to", isAsked: isFilled, instead: "use compare" },
  SAMPLE,
  { field: "explicit_date", isAsked: isTrue, instead: "expected false: dates follow the rules of 2022-09" },
];

/** Fields that are known so that they can be refused. Callers' types leave them out. */
export const unsupportedEntries = unreadEntries(...UNSUPPORTED.map(({ field }) => field)) as Unlisted;

/**
 * Refuses a query that asks for what is not there: an answer that leaves a part of the question out would be wrong.
 * Parameters of other insights, and names that no version knows, have no bearing and are let pass.
 * @param input as `normaliseInput` gives it
 * @throws HogletError 400 `unsupported` naming the field and what is possible.
 */
export function refuseUnsupported(input: Record<string, unknown>): void {
  for (const each of UNSUPPORTED) if (Object.hasOwn(input, each.field)) refuse(each, input[each.field]);
}

/** @throws HogletError 400 `unsupported` for a `sampling_factor` that is none */
export function expectSample(factor: unknown): void {
  if (factor !== undefined) refuse(SAMPLE, factor);
}

function refuse({ field, isAsked, instead }: Unsupported, value: unknown): void {
  if (!isAsked(value)) return;
  throw invalid(field, `${field}=${JSON.stringify(value)} is not supported; ${instead}.`, "unsupported");
}

function isFilled(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 : true;
}

// The words that the real service takes for yes in `compare` (reference/insights.md 3).
const YES = new Set(["y", "yes", "t", "true", "on", "1"]);

function isTrue(value: unknown): boolean {
  // A list or an object says neither yes nor no, and may lack a text.
  return typeof value === "object" || YES.has(String(value).toLowerCase());
}
