import type { Project } from "../admin/projects/index.ts";
import { withSignal } from "../port/with-signal.ts";
import { isNotComputed } from "../questions/index.ts";
import { askQuery } from "./ask-query.ts";
import type { QueryAnswer, QueryHow } from "./ask-query.ts";
import type { Context } from "./context.ts";
import type { QueryAsks } from "./query-asks.ts";
import { startJob } from "./query-jobs.ts";
import type { JobOrigin, QueryStatus } from "./query-jobs.ts";
import { readNode } from "./read-node.ts";
import type { QueryRequest, RefreshWord } from "./query-request.ts";

/** An answer, or the state of a query that runs. */
export type QueryReply = QueryAnswer | { query_status: QueryStatus };

/** May be answered before there is an answer. */
const ASYNC = new Set<RefreshWord>(["async", "lazy_async", "force_async"]);

/** A query, and how its caller wants to wait. */
export interface AskedQuery extends Omit<QueryHow, "refresh"> {
  query: unknown;
  refresh: RefreshWord;
  /** The id of the query when it runs beside its request. @default one is made */
  id?: string | null | undefined;
  /** The saved insight that asks, and the dashboard that shows it. */
  origin?: Pick<JobOrigin, "insightId" | "dashboardId">;
}

type Asker = QueryAsks & Pick<Context, "queryJobs" | "ids">;

/**
 * Runs the query of a request (reference/query.md 2.3).
 * @throws HogletError 400 when the query cannot be read, always before it runs
 */
export function runRequest(ctx: Asker, project: Project, request: QueryRequest, keyId?: string): Promise<QueryReply> {
  const { query, filters_override: filters, variables_override: variables, client_query_id: id } = request;
  const refresh = request.refresh ?? (request.async === true ? "async" : "blocking");
  return askByRefresh(ctx, project, { query, filters, variables, keyId, refresh, id });
}

/** Answers a query: with `async` and similar values an answer from earlier comes at once, and a query that has none runs beside the request. */
export async function askByRefresh(
  ctx: Asker,
  project: Project,
  { query, refresh, id, origin, ...how }: AskedQuery,
): Promise<QueryReply> {
  const isForced = refresh === "force_async" || refresh === "force_blocking";
  if (!ASYNC.has(refresh)) return askQuery(ctx, project, query, { ...how, refresh: isForced ? "always" : "if-stale" });
  if (!isForced) {
    try {
      return await askQuery(ctx, project, query, { ...how, refresh: "never" });
    } catch (error) {
      if (!isNotComputed(error)) throw error;
    }
  }
  readNode(query);
  const jobId = id ?? ctx.ids.uuid(ctx.clock.now()).replaceAll("-", "");
  const { signal: _, ...own } = ctx;
  const status = startJob(ctx, { projectId: project.id, id: jobId, ...origin }, (signal) =>
    askQuery(withSignal(own, signal), project, query, { ...how, refresh: isForced ? "always" : "if-stale" }),
  );
  return { query_status: status };
}
