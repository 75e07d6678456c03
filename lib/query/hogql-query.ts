import * as v from "valibot";
import { DateRangeNode, defineQuery, idleEntries } from "../questions/index.ts";
import type { AskedHow, Run } from "../questions/index.ts";
import type { Project } from "../admin/projects/index.ts";
import { runQuery } from "../sql/index.ts";
import type { QueryResult } from "../sql/index.ts";
import type { QueryAsks } from "./query-asks.ts";

const Value = v.union(
  [v.string(), v.number(), v.boolean(), v.null()],
  "Expected a text, a number, true, false or null.",
);

const Variable = v.strictObject({
  variableId: v.string(),
  code_name: v.string(),
  value: v.optional(v.unknown()),
  isNull: v.nullish(v.boolean()),
});

/** A question in SQL: a node of kind HogQLQuery. Source: reference/query.md 4.2. */
const HogQLNode = v.strictObject({
  kind: v.literal("HogQLQuery"),
  query: v.pipe(v.string(), v.nonEmpty("Input should have at least 1 character")),
  /** For `{name}` in the text: constants, never SQL. */
  values: v.nullish(v.record(v.string(), Value)),
  /** For `{filters}` in the text. */
  filters: v.nullish(
    v.strictObject({
      properties: v.nullish(v.unknown()),
      dateRange: v.nullish(DateRangeNode),
      filterTestAccounts: v.nullish(v.boolean()),
    }),
  ),
  /** For `{variables.code_name}` in the text, by id. */
  variables: v.nullish(v.record(v.string(), Variable)),
  /** Only logged by the real service. */
  name: v.nullish(v.string()),
  explain: v.nullish(v.boolean()),
  connectionId: v.nullish(v.null("Other databases are not supported")),
  sendRawQuery: v.nullish(v.literal(false, "Raw queries are not supported")),
  ...idleEntries,
});

/** The answer to a HogQLQuery. */
export type HogQLAnswer = Pick<
  QueryResult,
  "results" | "columns" | "types" | "query" | "clickhouse" | "hasMore" | "limit" | "offset" | "explain" | "metadata"
>;

export interface HogQLQueryTypes {
  kind: "HogQLQuery";
  node: v.InferInput<typeof HogQLNode>;
  answer: HogQLAnswer;
}

/** SQL by a query node; `lib/sql` does the work. */
export const hogqlQuery = defineQuery<HogQLQueryTypes, QueryAsks>()({
  kind: "HogQLQuery",
  summary: "Runs a SELECT over persons and events.",
  node: HogQLNode,
  example: { kind: "HogQLQuery", query: "SELECT event, count() FROM events GROUP BY event" },
  answer: v.object({
    results: v.array(v.array(v.unknown())),
    columns: v.array(v.string()),
    types: v.array(v.array(v.string())),
    query: v.string(),
    hasMore: v.boolean(),
    limit: v.number(),
    offset: v.number(),
  }),
  override: (node, { date_from, date_to, properties }) => {
    const own = (node["filters"] ?? {}) as Record<string, unknown>;
    const isDated = (date_from ?? null) !== null || (date_to ?? null) !== null;
    const added = Array.isArray(properties) ? (properties as unknown[]) : [];
    if (!isDated && added.length === 0) return node;
    const kept = Array.isArray(own["properties"]) ? (own["properties"] as unknown[]) : [];
    return {
      ...node,
      filters: {
        ...own,
        ...(isDated && { dateRange: { date_from: date_from ?? null, date_to: date_to ?? null } }),
        ...(added.length > 0 && { properties: [...kept, ...added] }),
      },
    };
  },
  async run(ctx: QueryAsks, project: Project, node, { keyId }: AskedHow): Promise<Run<HogQLQueryTypes>> {
    // SQL is never cached, and never asked for from the cache alone.
    const { query, values } = node;
    return runQuery(ctx, project, { query, ...(values && { values }) }, keyId);
  },
});
