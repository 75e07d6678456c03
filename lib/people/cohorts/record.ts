import * as v from "valibot";
import { Count, describedElsewhere, Id, Instant } from "../../base/answer-scalars.ts";
import { toIso } from "../../base/clock.ts";
import type { CohortGroupInput, CohortPropertiesInput } from "./cohort-inputs.ts";
import { fromColumns, getTableColumns, sql } from "../../storage/queries/index.ts";
import { cohortMembers, cohorts } from "../../storage/tables/index.ts";

/** A cohort as clients see it (reference/rest.md 5.10). */
export const Cohort = v.pipe(
  v.object({
    id: Id,
    name: v.string(),
    description: v.string(),
    /** The stored definition: groups, OR-ed. Empty for a static cohort. */
    groups: v.array(describedElsewhere<CohortGroupInput>()),
    deleted: v.boolean(),
    /** The same definition in the newer form; null for a static cohort. */
    filters: v.nullable(v.object({ properties: v.unknown() as unknown as v.GenericSchema<CohortPropertiesInput> })),
    /** Always null: hoglet has no cohorts by query. */
    query: v.null(),
    is_calculating: v.boolean(),
    /** Null = the program that holds the handle, or an import. */
    created_by: v.nullable(v.object({ first_name: v.string(), email: v.null() })),
    /** ISO text. */
    created_at: Instant,
    /** ISO text; null = never. */
    last_calculation: v.nullable(Instant),
    /** Failed calculations since the last success. */
    errors_calculating: Count,
    /** Number of members: of a static cohort now, of any other at its last calculation (null = never calculated). */
    count: v.nullable(Count),
    is_static: v.boolean(),
  }),
  v.examples([
    {
      id: 3,
      name: "power users",
      description: "",
      groups: [{ event_id: "paid", days: 30, count: 3, count_operator: "gte" }],
      deleted: false,
      filters: {
        properties: {
          type: "OR",
          values: [
            {
              type: "AND",
              values: [
                {
                  type: "behavioral",
                  key: "paid",
                  event_type: "events",
                  value: "performed_event_multiple",
                  operator: "gte",
                  operator_value: 3,
                  time_value: 30,
                  time_interval: "day",
                },
              ],
            },
          ],
        },
      },
      query: null,
      is_calculating: false,
      created_by: { first_name: "laptop", email: null },
      created_at: "2024-03-01T08:00:00Z",
      last_calculation: "2024-05-02T10:00:00Z",
      errors_calculating: 0,
      count: 12,
      is_static: false,
    },
  ]),
);
export interface CohortRecord extends v.InferOutput<typeof Cohort> {}

export const COHORT_COLUMNS = {
  ...getTableColumns(cohorts),
  count: sql<number | null>`CASE ${cohorts.isStatic} WHEN 1
    THEN (SELECT count(*) FROM ${cohortMembers} WHERE ${cohortMembers.cohortId} = ${cohorts.id}) ELSE ${cohorts.count} END`,
};

/** Fields whose columns have their names, as a new cohort has them. */
export const NEW_COHORT = {
  name: "",
  description: "",
  groups: [] as CohortGroupInput[],
  is_static: false,
  deleted: false,
};

export type CohortRow = typeof cohorts.$inferSelect;

export function toCohortRecord(row: CohortRow): CohortRecord {
  const own = fromColumns(row, NEW_COHORT);
  return {
    id: row.id,
    ...own,
    filters: own.is_static ? null : toFilters(own.groups as Record<string, unknown>[]),
    query: null,
    is_calculating: row.isCalculating === 1,
    created_by: row.createdBy === null ? null : { first_name: row.createdBy, email: null },
    created_at: toIso(row.createdAt),
    last_calculation: row.lastCalculation === null ? null : toIso(row.lastCalculation),
    errors_calculating: row.errorsCalculating,
    count: row.count,
  };
}

/** The newer form of a definition; a definition that was given in it stays the same. */
function toFilters(groups: readonly Record<string, unknown>[]): { properties: CohortPropertiesInput } {
  const given = groups.length === 1 ? groups[0]?.["properties"] : undefined;
  const isTree = typeof given === "object" && given !== null && Object.hasOwn(given, "values");
  const properties = isTree ? given : { type: "OR", values: groups.map(toNode) };
  return { properties: properties as CohortPropertiesInput };
}

function toNode({
  properties,
  event_id: event,
  action_id: action,
  days,
  count,
  count_operator: operator,
}: Record<string, unknown>): unknown {
  const isEvent = event !== undefined && event !== null;
  if (isEvent || (action !== undefined && action !== null)) {
    return {
      type: "AND",
      values: [
        {
          type: "behavioral",
          key: isEvent ? event : action,
          event_type: isEvent ? "events" : "actions",
          value: "performed_event_multiple",
          operator: operator ?? "gte",
          operator_value: count ?? 1,
          time_value: days,
          time_interval: "day",
          ...(properties !== undefined && { event_filters: properties }),
        },
      ],
    };
  }
  return Array.isArray(properties) ? { type: "AND", values: properties } : properties;
}
