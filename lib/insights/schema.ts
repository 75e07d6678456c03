import * as v from "valibot";
import { parse } from "../parse.ts";
import { parseFilters } from "../filters/index.ts";
import { toEntities, WireEntity } from "./entity.ts";
import { normaliseInput } from "./input.ts";
import { refuseUnsupported } from "./unsupported.ts";

const INTERVALS = "Expected hour, day, week or month.";

const IntervalField = v.pipe(
  v.string(),
  v.toLowerCase(),
  // What clients of old send; the original answers it by the hour.
  v.transform((interval) => (interval === "minute" ? "hour" : interval)),
  v.picklist(["hour", "day", "week", "month"], INTERVALS),
);

/** A boolean, or the word for it: "True" and 1 are refused rather than taken for false. */
const BooleanField = v.union([
  v.boolean(),
  v.pipe(
    v.picklist(["true", "false"], "Expected true or false."),
    v.transform((word) => word === "true"),
  ),
]);

/**
 * A trend's question after `normaliseInput`: how often events happened, hour by hour to month by month.
 * `date_from` null = -7d, `date_to` null = now; `refresh` is taken and has no effect while every answer is computed afresh.
 * Source: reference/insights.md 3.1.
 */
export const TrendQuery = v.pipe(
  v.object({
    events: v.optional(v.array(WireEntity), []),
    interval: v.optional(IntervalField, "day"),
    date_from: v.optional(v.string()),
    date_to: v.optional(v.string()),
    properties: v.optional(v.unknown()),
    filter_test_accounts: v.optional(BooleanField, false),
    refresh: v.optional(BooleanField, false),
  }),
  v.transform(({ events, properties, date_from, date_to, ...rest }) => ({
    ...rest,
    insight: "TRENDS" as const,
    display: "ActionsLineGraph" as const,
    date_from: date_from ?? null,
    date_to: date_to ?? null,
    events: toEntities(events),
    properties: parseFilters(properties, "properties"),
  })),
);
export type TrendQuery = v.InferOutput<typeof TrendQuery>;

/**
 * Reads a trend's question from a JSON body, a query string's fields or a caller's object.
 * @throws HogletError 400 naming the field; `unsupported` for what would change the answer and is not there yet.
 */
export function parseTrendQuery(input: unknown): TrendQuery {
  const fields = normaliseInput(input);
  refuseUnsupported(fields);
  return parse(TrendQuery, fields);
}
