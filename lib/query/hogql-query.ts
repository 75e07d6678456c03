import * as v from "valibot";
import { DateRangeNode, defineQuery, idleEntries } from "../questions/index.ts";
import type { AskedHow, Run } from "../questions/index.ts";
import type { Project } from "../admin/projects/index.ts";
import { ConstantField, MAX_SQL_CHARS, readFilters, runStatement } from "../sql/index.ts";
import type { Constant } from "../hogql/index.ts";
import type { QueryParts, QueryResult } from "../sql/index.ts";
import type { QueryAsks } from "./query-asks.ts";
import { withoutAttr } from "./tables/sql-fault.ts";

/** The value of a variable for this request. */
export interface Variable {
  variableId: string;
  code_name: string;
  value?: Constant | undefined;
  /** The variable is NULL. */
  isNull?: boolean | null | undefined;
}

// The type is written out: inference over a schema with a recursive type gives up in the packed declarations.
const VariableField: v.GenericSchema<Variable> = v.strictObject({
  variableId: v.string(),
  code_name: v.string(),
  value: v.optional(ConstantField),
  isNull: v.nullish(v.boolean()),
});

/** A question in SQL: a node of kind HogQLQuery. Source: reference/query.md 4.2. */
export const HogQLNode = v.strictObject({
  kind: v.literal("HogQLQuery"),
  query: v.pipe(v.string(), v.nonEmpty("Input should have at least 1 character"), v.maxLength(MAX_SQL_CHARS)),
  /** For `{name}` in the text: constants, never SQL. */
  values: v.nullish(v.record(v.string(), ConstantField)),
  /** For `{filters}` in the text. */
  filters: v.nullish(
    v.strictObject({
      properties: v.nullish(v.unknown()),
      dateRange: v.nullish(DateRangeNode),
      filterTestAccounts: v.nullish(v.boolean()),
    }),
  ),
  /** For `{variables.code_name}` in the text, by id. */
  variables: v.nullish(v.record(v.string(), VariableField)),
  /** PostHog only logs it. */
  name: v.nullish(v.string()),
  explain: v.nullish(v.boolean()),
  connectionId: v.nullish(v.null("Other databases are not supported")),
  sendRawQuery: v.nullish(v.literal(false, "Raw queries are not supported")),
  ...idleEntries,
});

export type HogQLAnswer = Pick<
  QueryResult,
  "results" | "columns" | "types" | "query" | "clickhouse" | "explain" | "metadata"
> & {
  /** Are there more rows? Null = the text has a LIMIT. */
  hasMore: boolean | null;
  limit: number | null;
  offset: number | null;
};

export interface HogQLQueryTypes {
  kind: "HogQLQuery";
  node: v.InferInput<typeof HogQLNode>;
  answer: HogQLAnswer;
}

export const hogqlQuery = defineQuery<HogQLQueryTypes, QueryAsks>()({
  kind: "HogQLQuery",
  summary: "Runs a SELECT over persons and events.",
  savedIn: "DataVisualizationNode",
  node: HogQLNode,
  example: { kind: "HogQLQuery", query: "SELECT event, count() FROM events GROUP BY event" },
  answer: v.object({
    results: v.array(v.array(v.unknown())),
    columns: v.array(v.string()),
    types: v.array(v.array(v.string())),
    query: v.string(),
    hasMore: v.nullable(v.boolean()),
    limit: v.nullable(v.number()),
    offset: v.nullable(v.number()),
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
    const { result: withTime, isLimited } = await runHogQL(ctx, project, node, keyId);
    // The envelope has it, to the second.
    const { last_refresh: _, ...result } = withTime;
    // As PostHog: only a statement without a LIMIT of its own is paged.
    return isLimited ? { ...result, hasMore: null, limit: null, offset: null } : result;
  },
});

/**
 * Runs the SQL of a node.
 * @param limit most rows of a statement without a LIMIT of its own
 * @throws HogletError 400 for a statement that cannot be run
 */
export async function runHogQL(
  ctx: QueryAsks,
  project: Project,
  { query, filters, values, variables, explain }: v.InferOutput<typeof HogQLNode>,
  keyId: string | undefined,
  limit?: number,
): ReturnType<typeof runStatement> {
  const parts: QueryParts = {
    values: values ?? {},
    variables: toConstants(variables ?? {}),
    filters: filters ? readFilters(project, filters, ctx.clock.now()) : null,
    isExplained: explain === true,
    limit,
  };
  return runStatement(ctx, project, query, parts, keyId).catch(withoutAttr);
}

/** Constants of variables by their names in the text. */
function toConstants(variables: Record<string, Variable>): Record<string, Constant> {
  const named = Object.values(variables).map(({ code_name, value, isNull }) => {
    return [code_name, isNull === true ? null : (value ?? null)] as const;
  });
  return Object.fromEntries(named);
}
