import * as v from "valibot";
import { parse } from "../../../base/parse.ts";
import { writtenAs } from "../../../base/written-as.ts";
import { breakdownEntries } from "../../shared/breakdown.ts";
import type { BreakdownType } from "../../shared/breakdown.ts";
import { EntityInput } from "../../shared/entity.ts";
import type { Entity } from "../../shared/entity.ts";
import type { FilterGroup } from "../../../events/filters/index.ts";
import {
  dateEntries,
  filterEntries,
  GroupTypeIndexField,
  integerField,
  maybe,
  refreshEntries,
} from "../../shared/fields.ts";
import { normaliseInput } from "../../shared/input.ts";
import { insightEntry, requireInsightName } from "../../shared/insight-name.ts";
import { readOlder } from "../../shared/older-fields.ts";
import { MAX_INTERVALS, PERIODS, readRetention, RetentionQueryNode } from "../node.ts";
import type { RetentionPeriod, RetentionQuery } from "../node.ts";
import { retentionFromFilters } from "./filters.ts";

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
  /** Rows (unless `date_from` names the first), and cells of the first row: 1 to 400. @default 11 */
  total_intervals: v.nullish(integerField(1, MAX_INTERVALS), 11),
  /**
   * Actors of a row: all with the event in its period, or only those with their first event there.
   * @default "retention_recurring"
   */
  retention_type: v.nullish(v.fallback(v.picklist(TYPES), "retention_recurring"), "retention_recurring"),
  /** The event that starts a row. @default the event `$pageview` */
  target_entity: v.nullish(EntityInput, PAGEVIEW),
  /** The event that they came back for. @default `target_entity` */
  returning_entity: maybe(EntityInput),
  /** The first row is the period that contains it; as `date_from` of a trend. @default as many rows as the first has cells */
  date_from: dateEntries.date_from,
  /** The last row is the period that contains it; as `date_to` of a trend. @default now */
  date_to: dateEntries.date_to,
  /** Counts groups of this type instead of persons: 0 to 4. */
  aggregation_group_type_index: v.nullish(GroupTypeIndexField, null),
  /** Rows by the values of a property, or by cohorts, instead of by period. */
  breakdown: breakdownEntries.breakdown,
  /** Rows by the values of several properties. */
  breakdowns: breakdownEntries.breakdowns,
  /** The type of `breakdown`, and of the `breakdowns` without a type. @default "event" */
  breakdown_type: v.nullish(writtenAs<BreakdownType>()(v.string())),
  ...filterEntries,
  ...refreshEntries,
};

const RetentionFields = v.object(entries);

/** A retention's question. Source: reference/insights.md 3.1 and 10. */
export const RetentionQuestion = v.object({ ...insightEntry("RETENTION"), ...entries });
export type RetentionQuestion = v.InferInput<typeof RetentionQuestion>;

type Fields = Omit<v.InferOutput<typeof RetentionFields>, "refresh">;

/** A question in normal form, which means the same node. */
export interface RetentionFilter extends Omit<Fields, "target_entity" | "returning_entity" | "properties"> {
  insight: "RETENTION";
  target_entity: Entity;
  returning_entity: Entity;
  properties: FilterGroup;
}

export interface OlderRetention {
  query: RetentionQuery;
  filter: RetentionFilter;
  refresh: boolean;
}

/** @throws HogletError 400 naming the field */
export function readOlderRetention(input: unknown): OlderRetention {
  const fields = normaliseInput(input);
  requireInsightName(fields);
  const { refresh, ...own } = parse(RetentionFields, fields);
  const whole = { ...own, returning_entity: own.returning_entity ?? own.target_entity };
  const query = readOlder(whole, () => readRetention(parse(RetentionQueryNode, retentionFromFilters(whole, "door"))));
  const [target_entity, returning_entity] = query.entities;
  const filter = {
    insight: "RETENTION" as const,
    ...own,
    target_entity,
    returning_entity,
    properties: query.properties,
  };
  return { query, filter, refresh };
}
