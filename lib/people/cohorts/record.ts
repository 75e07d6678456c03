import { toIso } from "../../base/clock.ts";
import type { CohortGroupInput, CohortPropertiesInput } from "./cohort-inputs.ts";

/** A cohort as clients see it (reference/rest.md 5.10). */
export interface CohortRecord {
  id: number;
  name: string;
  description: string;
  /** The stored definition: groups, OR-ed. Empty for a static cohort. */
  groups: CohortGroupInput[];
  deleted: boolean;
  /** The same definition in the newer form; null for a static cohort. */
  filters: { properties: CohortPropertiesInput } | null;
  /** Always null: hoglet has no cohorts by query. */
  query: null;
  is_calculating: boolean;
  /** Null = the program that holds the handle, or an import. */
  created_by: { first_name: string; email: null } | null;
  /** ISO text. */
  created_at: string;
  /** ISO text; null = never. */
  last_calculation: string | null;
  /** Failed calculations since the last success. */
  errors_calculating: number;
  /** Number of members: of a static cohort now, of any other at its last calculation (null = never calculated). */
  count: number | null;
  is_static: boolean;
}

/** The columns of `toRecord`, for a SELECT from `cohorts`. */
export const COHORT_COLUMNS = `id, name, description, groups, deleted, is_calculating, created_by, created_at,
  last_calculation, errors_calculating, is_static,
  CASE is_static WHEN 1 THEN (SELECT count(*) FROM cohort_members WHERE cohort_id = cohorts.id) ELSE count END AS count`;

export interface CohortRow {
  id: number;
  name: string;
  description: string;
  groups: string;
  deleted: number;
  is_calculating: number;
  created_by: string | null;
  created_at: number;
  last_calculation: number | null;
  errors_calculating: number;
  is_static: number;
  count: number | null;
}

/** Converts a row for clients. */
export function toRecord(row: CohortRow): CohortRecord {
  const groups = JSON.parse(row.groups) as Record<string, unknown>[];
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    groups: groups as CohortGroupInput[],
    deleted: row.deleted === 1,
    filters: row.is_static === 1 ? null : toFilters(groups),
    query: null,
    is_calculating: row.is_calculating === 1,
    created_by: row.created_by === null ? null : { first_name: row.created_by, email: null },
    created_at: toIso(row.created_at),
    last_calculation: row.last_calculation === null ? null : toIso(row.last_calculation),
    errors_calculating: row.errors_calculating,
    count: row.count,
    is_static: row.is_static === 1,
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
