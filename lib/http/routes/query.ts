import * as v from "valibot";
import { parse } from "../../base/parse.ts";
import { askQuery, describeRequest, queryKinds, readRequest } from "../../query/index.ts";
import type { RefreshWord } from "../../query/index.ts";
import { QueryInput, runQuery, toQueryCsv, toQueryNdjson } from "../../sql/index.ts";
import type { QueryResult } from "../../sql/index.ts";
import type { Context } from "../../handle/context.ts";
import { wantsEscapedFormulas } from "../csv.ts";
import type { HttpReply, Target } from "../http.ts";
import { rawReply } from "../reply.ts";
import { QueryAnswer } from "../responses/query.ts";
import { defineRoute } from "../route.ts";
import type { Call, Route } from "../route.ts";

const QUERY = "/api/projects/:project_id/query";

// Both ways to ask read their own fields; `format` says to the dispatcher that the route knows it.
const Fields = v.looseObject({ format: v.optional(v.unknown()) });

/** The fields of hoglet's own, for SQL: the statement as bare text, its values, the most rows, and the form of the answer. */
const SqlInput = v.object({
  ...QueryInput.entries,
  format: v.exactOptional(v.picklist(["json", "csv", "ndjson"], 'Expected "json", "csv" or "ndjson".'), "json"),
});
const SQL_FIELDS = ["values", "limit", "format"];

/**
 * Queries: a node of any kind (reference/query.md 2), or SQL as bare text (reference/rest.md 10.2). For SQL, `format=csv` and
 * `format=ndjson` return only the rows; the header `x-has-more` says whether more rows exist.
 */
export const queryRoutes: readonly Route[] = [
  defineRoute({
    methods: ["POST"],
    path: QUERY,
    summary: `Runs a query: ${queryKinds.map(({ kind }) => kind).join(", ")}, or SQL as bare text.`,
    // A read scope, although the method is POST.
    scopes: ["query:read"],
    input: Fields,
    fields: describeInput(),
    status: 200,
    response: QueryAnswer,
    produces: ["text/csv", "application/x-ndjson"],
    also: { 429: "Ten queries of the key wait already, or a hundred in all; `Retry-After` says when to ask again." },
    example: { query: queryKinds[0].example },
    run: (ctx, call) => (isSql(call.input) ? runSql(ctx, call) : runNode(ctx, call)),
  }),
];

/** The fields of both ways to ask. */
function describeInput() {
  const { query, ...request } = describeRequest().entries;
  const { query: _, ...sql } = SqlInput.entries;
  return v.object({ query: v.union([query, v.string()]), ...request, ...sql });
}

/** Is it SQL with fields of our own? */
function isSql(input: Record<string, unknown>): boolean {
  return typeof input["query"] === "string" || SQL_FIELDS.some((name) => input[name] !== undefined);
}

async function runSql(ctx: Context, { key, project, target, input }: Call<v.InferOutput<typeof Fields>>) {
  const { format, ...sql } = parse(SqlInput, input);
  const result = await runQuery(ctx, project, sql, key.id);
  return format === "json" ? result : rawReply(toRows(result, format, target));
}

function runNode(ctx: Context, { key, project, target, input }: Call<v.InferOutput<typeof Fields>>) {
  // The query string may hold anything, such as the key: only unknown fields of the body are refused.
  const fields = Object.entries(input).filter(([name]) => !target.query.has(name));
  const request = readRequest(Object.fromEntries(fields));
  const { query, refresh, filters_override: filters, variables_override: variables } = request;
  return askQuery(ctx, project, query, {
    refresh: toRefresh(refresh ?? "blocking"),
    filters,
    variables,
    keyId: key.id,
  });
}

function toRefresh(word: RefreshWord): "if-stale" | "always" {
  return word === "force_blocking" || word === "force_async" ? "always" : "if-stale";
}

function toRows(result: QueryResult, format: "csv" | "ndjson", { query }: Target): HttpReply {
  const isCsv = format === "csv";
  return {
    status: 200,
    headers: {
      "content-type": isCsv ? "text/csv; charset=utf-8" : "application/x-ndjson",
      "x-has-more": String(result.hasMore),
    },
    body: isCsv ? toQueryCsv(result, { escapeFormulas: wantsEscapedFormulas(query) }) : toQueryNdjson(result),
  };
}
