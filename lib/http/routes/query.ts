import * as v from "valibot";
import { QueryInput, runQuery, toQueryCsv, toQueryNdjson } from "../../sql/index.ts";
import type { QueryResult } from "../../sql/index.ts";
import { wantsEscapedFormulas } from "../csv.ts";
import type { HttpReply, Target } from "../http.ts";
import { rawReply } from "../reply.ts";
import { QueryAnswer } from "../responses/query.ts";
import { defineRoute } from "../route.ts";
import type { Route } from "../route.ts";

/**
 * SQL (reference/rest.md 10.2). `format=csv` and `format=ndjson` return only the rows; the header `x-has-more` says
 * whether more rows exist.
 */
export const queryRoutes: readonly Route[] = [
  defineRoute({
    methods: ["POST"],
    path: "/api/projects/:project_id/query",
    summary: "Runs a SELECT over persons and events.",
    // A read scope, although the method is POST.
    scopes: ["query:read"],
    input: v.object({
      ...QueryInput.entries,
      format: v.exactOptional(v.picklist(["json", "csv", "ndjson"], 'Expected "json", "csv" or "ndjson".'), "json"),
    }),
    status: 200,
    response: QueryAnswer,
    produces: ["text/csv", "application/x-ndjson"],
    also: { 429: "Ten queries of the key wait already, or a hundred in all; `Retry-After` says when to ask again." },
    example: { query: "SELECT event, count() FROM events GROUP BY event" },
    async run(ctx, { key, project, target, input: { format, ...input } }) {
      const result = await runQuery(ctx, project, input, key.id);
      return format === "json" ? result : rawReply(toRows(result, format, target));
    },
  }),
];

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
