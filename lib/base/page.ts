import * as v from "valibot";

/** Rows of a page when none are asked for, and at most; a larger limit is clamped, not refused. */
const DEFAULT_LIMIT = 100;
const MAX_LIMIT = 1000;

const NUMBER_MESSAGE = "A valid integer is required.";

// Numbers arrive as text in a query string and as numbers in process; both are read by the same schema.
const WholeNumber = v.pipe(
  v.union([v.number(), v.pipe(v.string(), v.regex(/^-?\d+$/, NUMBER_MESSAGE), v.transform(Number))], NUMBER_MESSAGE),
  v.integer(NUMBER_MESSAGE),
  v.minValue(0, "Ensure this value is greater than or equal to 0."),
);

// SQLite takes no larger integer than 2^63; a double is exact up to here.
const Offset = v.pipe(
  WholeNumber,
  v.maxValue(Number.MAX_SAFE_INTEGER, `Ensure this value is less than or equal to ${Number.MAX_SAFE_INTEGER}.`),
);

const Absent = v.pipe(
  v.literal(""),
  v.transform(() => undefined),
);

/** `limit` and `offset` of a list: 100 and 0 when absent, empty or 0; a limit over 1000 counts as 1000. */
export const pageEntries = {
  limit: v.optional(
    v.pipe(
      v.union([Absent, WholeNumber], issueMessage),
      v.transform((limit) => Math.min(limit || DEFAULT_LIMIT, MAX_LIMIT)),
    ),
    "",
  ),
  offset: v.optional(
    v.pipe(
      v.union([Absent, Offset], issueMessage),
      v.transform((offset) => offset ?? 0),
    ),
    "",
  ),
};

function issueMessage(issue: v.UnionIssue<v.BaseIssue<unknown>>): string {
  return issue.issues?.at(-1)?.message ?? NUMBER_MESSAGE;
}

/** One page of a list, and how many rows there are on all pages. */
export interface Page<Row> {
  count: number;
  results: Row[];
}
