import * as v from "valibot";
import { parse } from "../../base/parse.ts";
import { Count, Described, Instant, openObject } from "../../base/answer-scalars.ts";
import { notFound } from "../../base/errors.ts";
import { describeRequest, findJob, queryKinds, readRequest, runRequest } from "../../query/index.ts";
import { QueryInput, runQuery, toQueryNdjson } from "../../sql/index.ts";
import type { QueryResult } from "../../sql/index.ts";
import type { Context } from "../../handle/context.ts";
import { QUERY } from "../../operations/index.ts";
import { toAnswerTable } from "../answer-table.ts";
import { wantsEscapedFormulas } from "../csv.ts";
import { chooseFormat } from "../format.ts";
import type { HttpReply, Target } from "../http.ts";
import { inPieces, jsonReply, rawReply, tableReply } from "../reply.ts";
import { defineRoute } from "../route.ts";
import type { Call, Route } from "../route.ts";

// Both ways to ask read their own fields; `format` says to the dispatcher that the route knows it.
const Fields = v.looseObject({ format: v.optional(v.unknown()) });

/** The fields of hoglet's own, for SQL: the statement as bare text, its values, the most rows, and the form of the answer. */
const { query: Statement, ...SqlEntries } = QueryInput.entries;
const SqlInput = v.object({
  format: v.exactOptional(v.picklist(["json", "csv", "ndjson"], 'Expected "json", "csv" or "ndjson".')),
  ...SqlEntries,
  // Last: a wrong value of another field is named before the kind of a node that takes no such field.
  query: Statement,
});
const SQL_FIELDS = ["values", "limit", "format"];

/** The state of a query that runs beside its request. */
const StatusAnswer = v.object({
  query_status: openObject({
    id: v.string(),
    complete: v.boolean(),
    error: v.boolean(),
    error_message: v.nullable(v.string()),
    results: v.unknown(),
    start_time: Instant,
    end_time: v.nullable(Instant),
    expiration_time: Instant,
  }),
});

const SqlAnswer = v.pipe(
  v.object({
    results: v.array(v.array(v.unknown())),
    columns: v.array(v.string()),
    types: v.array(v.array(v.string())),
    query: v.string(),
    hogql: v.string(),
    hasMore: v.boolean(),
    limit: Count,
    offset: Count,
    last_refresh: Instant,
  }),
  v.examples([
    {
      results: [["signed up", 3]],
      columns: ["event", "count()"],
      types: [
        ["event", "String"],
        ["count()", "Int64"],
      ],
      query: "SELECT event, count() FROM events GROUP BY event",
      hogql: "SELECT event, count(*) FROM events GROUP BY event",
      hasMore: false,
      limit: 100,
      offset: 0,
      last_refresh: "2024-05-02T10:00:00Z",
    },
  ]),
);

/** The fields around the answers of all kinds. */
const envelopeEntries = {
  query_status: v.nullable(Described),
  resolved_date_range: v.nullable(v.object({ date_from: v.string(), date_to: v.string() })),
  is_cached: v.boolean(),
  last_refresh: Instant,
  cache_key: v.string(),
  timezone: v.string(),
};

/** The errors of a node beside those of its fields: SQL in it names nothing, as in PostHog. */
export const nodeErrors = {
  invalid_input: { "": "SQL cannot be read or run." },
  query_timeout: { "": "SQL took longer than `queryTimeoutMs`." },
  query_memory: { "": "SQL needed more than `queryMemoryBytes`." },
  throttled: { "": "Ten queries of the key wait already, or a hundred in all; `Retry-After` says when to ask again." },
};
const OF_TEXT = "The same of a bare text.";

/** The answer to a query: that of its kind within the envelope, or to SQL as bare text. */
const QueryAnswer = v.pipe(
  v.union([SqlAnswer, ...queryKinds().map(({ answer }) => openObject({ ...answer.entries, ...envelopeEntries }))]),
  v.examples(v.getExamples(SqlAnswer)),
);

/**
 * Queries: a node of any kind (reference/query.md 2), or SQL as bare text (reference/rest.md 10.2). `format=csv` returns
 * the answer as a table, and `format=ndjson` the rows of SQL; the header `x-has-more` says whether more rows exist.
 */
export const queryRoutes: readonly Route[] = [
  defineRoute({
    methods: ["POST"],
    path: QUERY,
    summary: `Runs a query: ${queryKinds()
      .map(({ kind }) => kind)
      .join(", ")}, or SQL as bare text.`,
    // A read scope, although the method is POST.
    scopes: ["query:read"],
    input: Fields,
    fields: describeInput(),
    status: 200,
    response: QueryAnswer,
    produces: ["text/csv", "application/x-ndjson"],
    also: {
      202: {
        description: "It runs beside the request: `query_status` names it, and `GET query/:query_id` has its answer.",
        response: StatusAnswer,
      },
    },
    errors: {
      ...nodeErrors,
      invalid_input: { "": "SQL cannot be read or run; of a bare text, `attr` is `query`." },
      query_timeout: { ...nodeErrors.query_timeout, query: OF_TEXT },
      query_memory: { ...nodeErrors.query_memory, query: OF_TEXT },
    },
    example: { query: queryKinds()[0]?.example },
    run: (ctx, call) => (isSql(call.input) ? runSql(ctx, call) : runNode(ctx, call)),
  }),
  defineRoute({
    methods: ["GET"],
    path: `${QUERY}/:query_id`,
    summary: "The state of a query that was asked with `refresh: async` or its like, and its answer once there is one.",
    scopes: ["query:read"],
    input: v.object({ show_progress: v.exactOptional(v.string()) }),
    status: 200,
    response: StatusAnswer,
    also: {
      202: { description: "It still runs.", response: StatusAnswer },
      400: { description: "It failed; `error_message` says why.", response: StatusAnswer },
      500: { description: "It failed by a fault of the server, which the log names.", response: StatusAnswer },
    },
    run: readStatus,
  }),
];

/** The fields of both ways to ask. */
function describeInput() {
  const { query, ...request } = describeRequest().entries;
  const { query: _, ...sql } = SqlInput.entries;
  return v.object({ query: v.union([query, v.string()]), ...request, ...sql });
}

/** Is it SQL as bare text, or a HogQLQuery with fields of our own? Nodes of other kinds have no such fields. */
function isSql(input: Record<string, unknown>): boolean {
  const { query } = input;
  if (typeof query === "string") return true;
  const isHogQL = typeof query === "object" && query !== null && "kind" in query && query.kind === "HogQLQuery";
  return isHogQL && SQL_FIELDS.some((name) => input[name] !== undefined);
}

async function runSql(ctx: Context, { key, project, target, headers, input }: Call<v.InferOutput<typeof Fields>>) {
  const { format: name, ...sql } = parse(SqlInput, input);
  const format = chooseFormat(["json", "csv", "ndjson"], { name, accept: headers["accept"] });
  const result = await runQuery(ctx, project, sql, key.id);
  if (format === "json") return result;
  return rawReply(format === "csv" ? toCsvReply(result, target) : toNdjsonReply(result));
}

async function runNode(ctx: Context, { key, project, target, headers, input }: Call<v.InferOutput<typeof Fields>>) {
  const { format: name, ...given } = input;
  const format = chooseFormat(["json", "csv"], { name, accept: headers["accept"] });
  // The query string may hold anything, such as the key: only unknown fields of the body are refused.
  const fields = Object.entries(given).filter(([field]) => !target.query.has(field));
  const reply = await runRequest(ctx, project, readRequest(Object.fromEntries(fields)), key.id);
  if (reply.query_status !== null) return rawReply(jsonReply(202, reply));
  return format === "csv" ? rawReply(toCsvReply(reply, target)) : reply;
}

/** The state of a query that runs beside its request. @throws notFound */
function readStatus(ctx: Context, { project, params }: Call<unknown>) {
  const id = params["query_id"] ?? "";
  const status = findJob(ctx, project.id, id);
  if (status === undefined) throw notFound(`Query ${id} not found for team ${project.id}`);
  const body = { query_status: status };
  if (!status.complete) return rawReply(jsonReply(202, body));
  if (!status.error) return body;
  return rawReply(jsonReply(status.error_message === null ? 500 : 400, body));
}

function toCsvReply(answer: object, { query }: Target): HttpReply {
  return tableReply("query.csv", toAnswerTable(answer), { escapeFormulas: wantsEscapedFormulas(query) });
}

function toNdjsonReply(result: QueryResult): HttpReply {
  const headers = { "content-type": "application/x-ndjson", "x-has-more": String(result.hasMore) };
  const { columns, results } = result;
  return { status: 200, headers, body: inPieces(results, (rows) => toQueryNdjson({ columns, results: rows })) };
}
