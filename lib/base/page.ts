import * as v from "valibot";
import { writtenAs } from "./written-as.ts";

/** Rows of a page by default, and at most. A larger limit is reduced to the maximum, not refused. */
const DEFAULT_LIMIT = 100;
const MAX_LIMIT = 1000;

const NUMBER_MESSAGE = "A valid integer is required.";

// Text in a query string, a number in process.
const WholeNumber = v.pipe(
  v.union([v.number(), v.pipe(v.string(), v.regex(/^-?\d+$/, NUMBER_MESSAGE), v.transform(Number))], NUMBER_MESSAGE),
  v.integer(NUMBER_MESSAGE),
  v.minValue(0, "Ensure this value is greater than or equal to 0."),
);

// A double is exact up to this; SQLite's integers end at 2^63.
const Offset = v.pipe(
  WholeNumber,
  v.maxValue(Number.MAX_SAFE_INTEGER, `Ensure this value is less than or equal to ${Number.MAX_SAFE_INTEGER}.`),
);

const Absent = v.pipe(
  v.literal(""),
  v.transform(() => undefined),
);

/** A whole number from 0; empty text = 0. */
const OffsetField = writtenAs<number>()(
  v.pipe(
    v.union([Absent, Offset], issueMessage),
    v.transform((offset) => offset ?? 0),
  ),
);

/** `limit` and `offset` of a list, which may be empty text in a query string. */
export const pageEntries = {
  /** Rows of a page: 1 to 1000; 0 is the default, a larger number counts as 1000. @default 100 */
  limit: v.optional(
    writtenAs<number>()(
      v.pipe(
        v.union([Absent, WholeNumber], issueMessage),
        v.transform((limit) => Math.min(limit || DEFAULT_LIMIT, MAX_LIMIT)),
      ),
    ),
    DEFAULT_LIMIT,
  ),
  /** Rows to skip. @default 0 */
  offset: v.optional(OffsetField, 0),
};

/** `limit` of a list without pages: any number; absent, empty text or 0 = all rows. */
export const rowsEntry = v.optional(
  v.pipe(
    v.union([Absent, WholeNumber], issueMessage),
    v.transform((limit) => limit || Infinity),
  ),
  "",
);

function issueMessage(issue: v.UnionIssue<v.BaseIssue<unknown>>): string {
  return issue.issues?.at(-1)?.message ?? NUMBER_MESSAGE;
}

/** One page of a list, and the number of rows on all pages. */
export interface Page<Row> {
  count: number;
  results: Row[];
}
