import { QueryInput, runQuery } from "../sql/index.ts";
import type { QueryOptions, QueryResult } from "../sql/index.ts";
import { parseKnown } from "./known.ts";
import type { InProject } from "../base/call-options.ts";
import type { Scope } from "./scope.ts";
import type { Stoppable } from "../base/call-options.ts";

export interface QueryHandle {
  /**
   * Runs a SELECT in HogQL, PostHog's SQL, over the tables `events`, `persons`, `person_distinct_ids`, `sessions`,
   * `groups`, `cohorts` and `cohort_people` of the project, in a process of its own. A dot reaches into JSON
   * (`properties.plan`), and from an event to its person, session and groups (`person.properties.email`,
   * `session.$session_duration`, `group_0.properties.name`). ClickHouse's functions of dates, text, patterns, URLs, JSON,
   * arrays and numbers, its aggregates with -If, and windows are there; SQLite's own functions too.
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
