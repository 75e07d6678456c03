import * as v from "valibot";
import { invalid } from "../errors.ts";
import { parseFilters } from "../filters/index.ts";
import { parse } from "../parse.ts";
import { toSources } from "./breakdown.ts";
import { AnyWireEntity, toEntity } from "./entity.ts";
import { breakdownEntries } from "./breakdown.ts";
import { filterEntries, GroupTypeIndexField, integerField, refreshEntries } from "./fields.ts";
import { normaliseInput } from "./input.ts";
import { requireInsightName } from "./insight-name.ts";
import { refuseUnsupported } from "./unsupported.ts";

const PERIODS = ["Hour", "Day", "Week", "Month"] as const;
export type RetentionPeriod = (typeof PERIODS)[number];

/** Rows at most: a row is as long, so answers grow with the square. */
const MAX_INTERVALS = 400;

const PeriodField = v.pipe(
  v.string(),
  v.transform((text) => text.charAt(0).toUpperCase() + text.slice(1).toLowerCase()),
  v.picklist(PERIODS, "Expected Hour, Day, Week or Month."),
);

const PAGEVIEW = { id: "$pageview", type: "events" as const };

/**
 * A retention's question after `normaliseInput`. `date_to` null = now; there is no `date_from`: the range is as long as
 * its intervals. Source: reference/insights.md 3.1 and 10.
 */
export const RetentionFields = v.object({
  period: v.optional(PeriodField, "Day"),
  total_intervals: v.optional(integerField(1, MAX_INTERVALS), 11),
  retention_type: v.optional(
    v.picklist(
      ["retention_recurring", "retention_first_time"],
      "Expected retention_recurring or retention_first_time.",
    ),
    "retention_recurring",
  ),
  target_entity: v.optional(AnyWireEntity, PAGEVIEW),
  returning_entity: v.optional(AnyWireEntity),
  date_to: v.nullish(v.string(), null),
  aggregation_group_type_index: v.nullish(GroupTypeIndexField, null),
  breakdown: breakdownEntries.breakdown,
  breakdown_type: breakdownEntries.breakdown_type,
  breakdowns: breakdownEntries.breakdowns,
  ...filterEntries,
  ...refreshEntries,
});

export type RetentionQuery = ReturnType<typeof parseRetentionQuery>;
export type RetentionFilter = RetentionQuery["filter"];

/**
 * Reads a retention's question.
 * @returns the parts as they are worked with, and `filter`: the question in normal form, which parses to itself
 * @throws HogletError 400 naming the field
 */
export function parseRetentionQuery(input: unknown) {
  const fields = normaliseInput(input);
  requireInsightName(fields);
  refuseUnsupported(fields);
  const { refresh, properties, breakdown, ...rest } = parse(RetentionFields, fields);
  if (breakdown !== undefined && (rest.breakdowns ?? []).length === 0) {
    throw invalid("breakdown", "Retention is broken down by breakdowns, a list.", "unsupported");
  }
  const target = toEntity(rest.target_entity, "target_entity");
  const returning = toEntity(rest.returning_entity ?? rest.target_entity, "returning_entity");
  const filter = {
    insight: "RETENTION" as const,
    ...rest,
    target_entity: target,
    returning_entity: returning,
    properties: parseFilters(properties, "properties"),
  };
  const sources = toSources(rest.breakdowns ?? [], rest.breakdown_type);
  return { ...filter, filter, refresh, breakdown: sources.length === 0 ? null : sources };
}
