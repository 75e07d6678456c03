import type { Project } from "../admin/projects/index.ts";
import { isNotComputed, withSignal } from "../questions/index.ts";
import { askQuery } from "./ask-query.ts";
import type { QueryAnswer } from "./ask-query.ts";
import type { Context } from "./context.ts";
import type { QueryAsks } from "./query-asks.ts";
import { startJob } from "./query-jobs.ts";
import type { QueryStatus } from "./query-jobs.ts";
import { readNode } from "./read-node.ts";
import type { QueryRequest, RefreshWord } from "./query-request.ts";

/** The reply to a request: an answer, or the state of a query that runs. */
export type QueryReply = QueryAnswer | { query_status: QueryStatus };

/** The ways to ask that may reply before there is an answer. */
const ASYNC = new Set<RefreshWord>(["async", "lazy_async", "force_async", "async_except_on_cache_miss"]);

/**
 * Runs the query of a request (reference/query.md 2.3): with `async` and its like an answer from earlier comes at once, and a query
 * that has none runs beside the request.
 * @throws HogletError 400 when the query cannot be read, in any case before it runs
 */
export async function runRequest(
  ctx: QueryAsks & Pick<Context, "queryJobs" | "ids">,
  project: Project,
  request: QueryRequest,
  keyId?: string,
): Promise<QueryReply> {
  const refresh = request.refresh ?? (request.async === true ? "async" : "blocking");
  const { query, filters_override: filters, variables_override: variables } = request;
  const how = { filters, variables, keyId };
  const isForced = refresh === "force_async" || refresh === "force_blocking";
  if (!ASYNC.has(refresh) || refresh === "async_except_on_cache_miss") {
    return askQuery(ctx, project, query, { ...how, refresh: isForced ? "always" : "if-stale" });
  }
  if (!isForced) {
    try {
      return await askQuery(ctx, project, query, { ...how, refresh: "never" });
    } catch (error) {
      if (!isNotComputed(error)) throw error;
    }
  }
  readNode(query);
  const id = request.client_query_id ?? ctx.ids.uuid(ctx.clock.now()).replaceAll("-", "");
  const { signal: _, ...own } = ctx;
  const status = startJob(ctx, { projectId: project.id, id }, (signal) =>
    askQuery(withSignal(own, signal), project, query, { ...how, refresh: isForced ? "always" : "if-stale" }),
  );
  return { query_status: status };
}
