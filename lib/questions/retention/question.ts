import * as v from "valibot";
import { invalid } from "../../base/errors.ts";
import { parseFilters } from "../../events/filters/index.ts";
import { parse } from "../../base/parse.ts";
import { breakdownEntries, toSources } from "../shared/breakdown.ts";
import type { BreakdownType } from "../shared/breakdown.ts";
import { EntityInput, toEntity } from "../shared/entity.ts";
import { writtenAs } from "../../base/written-as.ts";
import {
  dateEntries,
  filterEntries,
  GroupTypeIndexField,
  integerField,
  maybe,
  refreshEntries,
  unreadEntries,
} from "../shared/fields.ts";
import type { Unlisted } from "../shared/fields.ts";
import { normaliseInput } from "../shared/input.ts";
import { insightEntry, requireInsightName } from "../shared/insight-name.ts";
import { refuseUnsupported, unsupportedEntries } from "../shared/unsupported.ts";

const PERIODS = ["Hour", "Day", "Week", "Month"] as const;
export type RetentionPeriod = (typeof PERIODS)[number];

/** Rows at most: a row is as long, so answers grow with the square. */
const MAX_INTERVALS = 400;

const PeriodField = writtenAs<RetentionPeriod>()(
  v.pipe(
    v.string(),
    v.transform((text) => text.charAt(0).toUpperCase() + text.slice(1).toLowerCase()),
    v.picklist(PERIODS, "Expected Hour, Day, Week or Month."),
  ),
);

const TYPES = ["retention_recurring", "retention_first_time"] as const;

const PAGEVIEW = { id: "$pageview", type: "events" as const };

const entries = {
  /** @default "Day" */
  period: v.nullish(PeriodField, "Day"),
  /** Rows, and cells of the first row: 1 to 400. @default 11 */
  total_intervals: v.nullish(integerField(1, MAX_INTERVALS), 11),
  /**
   * The actors of a row: all with the event in its period, or those with their first event there; any other type means the former.
   * @default "retention_recurring"
   */
  retention_type: v.nullish(v.fallback(v.picklist(TYPES), "retention_recurring"), "retention_recurring"),
  /** The event that starts a row. @default the event `$pageview` */
  target_entity: v.nullish(EntityInput, PAGEVIEW),
  /** The event that they came back for. @default `target_entity` */
  returning_entity: maybe(EntityInput),
  /** The last period is the one that contains it; as `date_to` of a trend. @default now */
  date_to: dateEntries.date_to,
  /** Counts groups of this type instead of persons: 0 to 4. */
  aggregation_group_type_index: v.nullish(GroupTypeIndexField, null),
  /** Rows by the values of these instead of by period. */
  breakdowns: breakdownEntries.breakdowns,
  /** For those `breakdowns` that do not say. @default "event" */
  breakdown_type: v.nullish(writtenAs<BreakdownType>()(v.string())),
  ...filterEntries,
  ...refreshEntries,
};

/** A single breakdown is read so that it can be refused. */
const RetentionFields = v.object({ ...entries, breakdown: breakdownEntries.breakdown });

/**
 * A retention's question. It has no `date_from`: it is about the last `total_intervals` periods up to `date_to`.
 * Source: reference/insights.md 3.1 and 10.
 */
export const RetentionQuestion = v.object({
  ...insightEntry("RETENTION"),
  ...entries,
  ...(unreadEntries("breakdown") as Unlisted),
  ...unsupportedEntries,
});
export type RetentionQuestion = v.InferInput<typeof RetentionQuestion>;

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
