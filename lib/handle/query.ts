import { QueryInput, runQuery } from "../sql/index.ts";
import type { QueryOptions, QueryResult } from "../sql/index.ts";
import { parseKnown } from "./known.ts";
import type { InProject } from "../base/call-options.ts";
import type { Scope } from "./scope.ts";
import type { Stoppable } from "../base/call-options.ts";

export interface QueryHandle {
  /**
   * Runs a SELECT over the views `persons`, `person_distinct_ids`, `events`, `cohorts`, `cohort_people` and `groups` of
   * the project, in a process of its own. The SQL is SQLite's, with `properties.email` for JSON and ClickHouse's
   * toDate, toDateTime, toStartOfHour, toStartOfDay, toStartOfWeek, toStartOfMonth, now, today (both `± interval 7
   * day`), countIf, sumIf, avgIf, minIf, maxIf, uniqIf, uniq, uniqExact, toString, toInt and toFloat.
   * @example
   * const { results } = await hoglet.query("select event, count() from events where timestamp > {from} group by 1", {
   *   values: { from: "2024-03-01" },
   * });
   * @throws HogletError 400 when it is not a SELECT, or takes too much time or memory; 499 when `signal` aborts
   */
  query(sql: string, options?: QueryOptions & InProject & Stoppable): Promise<QueryResult>;
}

export function queryHandle(scope: Scope): QueryHandle {
  return {
    query: async (sql, { project, signal, ...options } = {}) => {
      const ctx = { ...scope.open(), ...(signal !== undefined && { signal }) };
      return runQuery(ctx, scope.project(project), parseKnown(QueryInput, { query: sql, ...options }));
    },
  };
}
