import * as v from "valibot";
import { invalid } from "./errors.ts";
import type { HogletError } from "./errors.ts";

/**
 * Parses untrusted input.
 * @param place the path of `input` within a larger input; the beginning of an error's `attr`
 * @throws HogletError 400 for the first issue, its `attr` the path of the field joined with `__`.
 */
export function parse<const Schema extends v.GenericSchema>(
  schema: Schema,
  input: unknown,
  place?: string,
): v.InferOutput<Schema> {
  const result = v.safeParse(schema, input, { abortEarly: true, abortPipeEarly: true });
  if (result.success) return result.output;
  throw toError(result.issues[0], place);
}

function toError(issue: v.BaseIssue<unknown>, place: string | undefined): HogletError {
  const path = issue.path?.map((item) => String(item.key)) ?? [];
  const attr = [...(place === undefined ? [] : [place]), ...path].join("__") || null;
  if (issue.type === "strict_object" && issue.expected === "never") {
    return invalid(attr, `Unknown field "${attr}".`, "unknown_field");
  }
  if (issue.received === "undefined") return invalid(attr, "This field is required.", "required");
  if (issue.received === "null" && issue.kind === "schema") {
    return invalid(attr, "This field may not be null.", "null");
  }
  return invalid(attr, detailOf(issue), codeOf(issue));
}

// The API's codes of some checks (reference/rest.md 2.2).
const CODES: Record<string, string> = {
  max_length: "max_length",
  max_value: "max_value",
  min_value: "min_value",
  non_empty: "blank",
};

function codeOf(issue: v.BaseIssue<unknown>): string {
  return CODES[issue.type] ?? "invalid_input";
}

/** valibot's own messages: "Invalid type: Expected …". */
const DEFAULT_MESSAGE = /^Invalid [a-z ]+: (?:Expected|Received) /i;

function detailOf(issue: v.BaseIssue<unknown>): string {
  const customised = !DEFAULT_MESSAGE.test(issue.message);
  if (customised) return issue.message;
  if (issue.type === "max_length") return `Ensure this field has no more than ${String(issue.requirement)} characters.`;
  return issue.expected ? `Expected ${issue.expected} but received ${issue.received}.` : issue.message;
}
