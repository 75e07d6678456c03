import * as v from "valibot";
import { FiltersField } from "../filters/index.ts";

// Fields that several questions have, each in the forms that clients send: JSON values, or the text of a query string.

const INTERVALS = "Expected hour, day, week or month.";

/** `hour`, `day`, `week` or `month` in any case. */
export const IntervalField = v.pipe(
  v.string(),
  v.toLowerCase(),
  // What clients of old send; the original answers it by the hour.
  v.transform((interval) => (interval === "minute" ? "hour" : interval)),
  v.picklist(["hour", "day", "week", "month"], INTERVALS),
);

/** A boolean, or the word for it: "True" and 1 are refused rather than taken for false. */
export const BooleanField = v.union([
  v.boolean(),
  v.pipe(
    v.picklist(["true", "false"], "Expected true or false."),
    v.transform((word) => word === "true"),
  ),
]);

const YES = new Set(["y", "yes", "t", "true", "on", "1"]);

/** A boolean in the many words that `compare` knows; anything else is no (reference/insights.md 3). */
export const YesField = v.pipe(
  v.union([v.boolean(), v.number(), v.string()]),
  v.transform((value) => YES.has(String(value).toLowerCase())),
);

/** A whole number, or its text. */
export function integerField(min: number, max: number) {
  const message = `Expected a whole number from ${min} to ${max}.`;
  return v.pipe(
    v.union([v.number(), v.pipe(v.string(), v.regex(/^-?\d+$/, message), v.transform(Number))], message),
    v.check((value) => Number.isInteger(value) && value >= min && value <= max, message),
  );
}

/** 0 to 4, or its text. */
export const GroupTypeIndexField = integerField(0, 4);

/** Property filters of any shape, to be read by `parseFilters`. */
export const filterEntries = {
  properties: v.optional(FiltersField),
  filter_test_accounts: v.optional(BooleanField, false),
};

/** What only steers how a question is answered. */
export const refreshEntries = { refresh: v.optional(BooleanField, false) };
