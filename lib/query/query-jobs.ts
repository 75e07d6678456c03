import { toIso } from "../base/clock.ts";
import type { Clock } from "../base/clock.ts";
import { HogletError } from "../base/errors.ts";

/** The state of a query that runs beside its request (reference/query.md 2.4). */
export interface QueryStatus {
  id: string;
  query_async: true;
  team_id: number;
  insight_id: null;
  dashboard_id: null;
  complete: boolean;
  error: boolean;
  /** Null = there is no error, or none that a client may see. */
  error_message: string | null;
  /** The whole answer, once it is complete. */
  results: unknown;
  /** ISO text. */
  start_time: string;
  pickup_time: string | null;
  end_time: string | null;
  /** When the answer is forgotten. */
  expiration_time: string;
  task_id: string;
  query_progress: null;
  labels: null;
}

/** A query that runs, or has run. */
interface QueryJob {
  status: QueryStatus;
  expiresMs: number;
  /** Stops it. */
  stop: AbortController;
}

/** The queries of a handle that run beside their requests, by project and id; gone with the handle. */
export type QueryJobs = Map<string, QueryJob>;

/** How long an answer is kept for its client, in ms: clients ask every second or so. Longer costs the memory of the answers. */
const KEPT_MS = 20 * 60_000;

/** Queries that are kept at most: the oldest goes first. Each may hold an answer of megabytes. */
const MAX_JOBS = 100;

/** Creates the list of a handle: nothing runs. */
export function createQueryJobs(): QueryJobs {
  return new Map();
}

/** Starts a query; one of the same id is replaced and stopped. @param run is given the signal that stops it */
export function startJob(
  { queryJobs, clock }: { queryJobs: QueryJobs; clock: Clock },
  { projectId, id }: { projectId: number; id: string },
  run: (signal: AbortSignal) => Promise<unknown>,
): QueryStatus {
  const nowMs = clock.now();
  const key = keyOf(projectId, id);
  queryJobs.get(key)?.stop.abort();
  const startTime = toIso(nowMs);
  const status: QueryStatus = {
    id,
    query_async: true,
    team_id: projectId,
    insight_id: null,
    dashboard_id: null,
    complete: false,
    error: false,
    error_message: null,
    results: null,
    start_time: startTime,
    pickup_time: startTime,
    end_time: null,
    expiration_time: toIso(nowMs + KEPT_MS),
    task_id: id,
    query_progress: null,
    labels: null,
  };
  const stop = new AbortController();
  queryJobs.delete(key);
  queryJobs.set(key, { status, expiresMs: nowMs + KEPT_MS, stop });
  shrink(queryJobs, nowMs);
  const end = (outcome: Partial<QueryStatus>) =>
    Object.assign(status, { complete: true, end_time: toIso(clock.now()), ...outcome });
  run(stop.signal).then(
    (results) => end({ results }),
    (error: unknown) => end({ error: true, error_message: messageOf(error) }),
  );
  // As it is now: it may end before the reply is written.
  return { ...status };
}

/** The state of a query; undefined = nobody asked it, or it was forgotten. */
export function findJob(
  { queryJobs, clock }: { queryJobs: QueryJobs; clock: Clock },
  projectId: number,
  id: string,
): QueryStatus | undefined {
  shrink(queryJobs, clock.now());
  return queryJobs.get(keyOf(projectId, id))?.status;
}

/** Stops a query and forgets it; says what became of it. */
export function revokeJob({ queryJobs }: { queryJobs: QueryJobs }, projectId: number, id: string): string {
  const key = keyOf(projectId, id);
  const job = queryJobs.get(key);
  if (job === undefined) return "Query not found";
  if (job.status.complete) return "Query already complete";
  job.stop.abort();
  queryJobs.delete(key);
  return "Query task revoked";
}

function keyOf(projectId: number, id: string): string {
  return `${projectId} ${id}`;
}

/** An error that a client may see: a fault of the server is in the log. */
function messageOf(error: unknown): string | null {
  return error instanceof HogletError && error.status < 500 ? error.detail : null;
}

function shrink(jobs: QueryJobs, nowMs: number): void {
  for (const [key, { expiresMs, stop }] of jobs) {
    if (expiresMs > nowMs && jobs.size <= MAX_JOBS) return;
    stop.abort();
    jobs.delete(key);
  }
}
