import { toIso } from "../base/clock.ts";
import type { Clock } from "../base/clock.ts";
import { HogletError, throttled } from "../base/errors.ts";

/** The state of a query that runs beside its request (reference/query.md 2.4). */
export interface QueryStatus {
  id: string;
  query_async: true;
  team_id: number;
  /** The saved insight whose query runs, and the dashboard that shows the insight; null = none. */
  insight_id: number | null;
  dashboard_id: number | null;
  complete: boolean;
  error: boolean;
  /** Null = there is no error, or it is the server's. */
  error_message: string | null;
  /** The whole answer, when complete. */
  results: unknown;
  /** ISO text. */
  start_time: string;
  /** Null in the reply to the first request. */
  pickup_time: string | null;
  end_time: string | null;
  /** The time at which the answer is forgotten. */
  expiration_time: string;
  task_id: string;
  query_progress: null;
  labels: null;
}

interface QueryJob {
  projectId: number;
  status: QueryStatus;
  /** Characters of its answer as JSON; 0 = it runs, or failed. */
  chars: number;
  expiresMs: number;
  stop: AbortController;
}

/** A handle's queries that run beside their requests, by project and id. */
export type QueryJobs = Map<string, QueryJob>;

/** An answer waits this long for its client, in ms: clients ask every second or so. Longer costs memory. */
const KEPT_MS = 20 * 60_000;

/** Running queries of a project: as many as a key's waiting statements of SQL. More would only wait for the engine. */
const MAX_RUNNING = 10;

/** Kept queries of a project; the oldest goes first. */
const MAX_KEPT = 100;

/** Characters of a project's kept answers as JSON: 32 MiB of memory. The newest answer is always kept. */
const MAX_KEPT_CHARS = 32 * 1024 * 1024;

export function createQueryJobs(): QueryJobs {
  return new Map();
}

/** A query's project and id, and the saved insight and dashboard that it is for. */
export interface JobOrigin {
  projectId: number;
  id: string;
  insightId?: number | undefined;
  dashboardId?: number | undefined;
}

/**
 * Starts a query, in place of one with the same id.
 * @param run gets the signal that stops it
 * @throws HogletError 429 while ten queries of the project run
 */
export function startJob(
  { queryJobs, clock }: { queryJobs: QueryJobs; clock: Clock },
  { projectId, id, insightId, dashboardId }: JobOrigin,
  run: (signal: AbortSignal) => Promise<unknown>,
): QueryStatus {
  const nowMs = clock.now();
  const key = keyOf(projectId, id);
  forgetOld(queryJobs, nowMs);
  queryJobs.get(key)?.stop.abort();
  queryJobs.delete(key);
  const running = jobsOf(queryJobs, projectId).filter(([, { status }]) => !status.complete);
  if (running.length >= MAX_RUNNING) throw throttled(1, `${MAX_RUNNING} queries of the project run already.`);
  const status: QueryStatus = {
    id,
    query_async: true,
    team_id: projectId,
    insight_id: insightId ?? null,
    dashboard_id: dashboardId ?? null,
    complete: false,
    error: false,
    error_message: null,
    results: null,
    start_time: toIso(nowMs),
    pickup_time: null,
    end_time: null,
    expiration_time: toIso(nowMs + KEPT_MS),
    task_id: id,
    query_progress: null,
    labels: null,
  };
  const job: QueryJob = { projectId, status, chars: 0, expiresMs: nowMs + KEPT_MS, stop: new AbortController() };
  queryJobs.set(key, job);
  makeRoom(queryJobs, projectId);
  // The state now: the query may end before the reply is written.
  const asked = { ...status };
  status.pickup_time = toIso(clock.now());
  const end = (outcome: Partial<QueryStatus>) =>
    Object.assign(status, { complete: true, end_time: toIso(clock.now()), ...outcome });
  run(job.stop.signal).then(
    (results) => {
      end({ results });
      job.chars = JSON.stringify(results).length;
      makeRoom(queryJobs, projectId);
    },
    (error: unknown) => end({ error: true, error_message: messageOf(error) }),
  );
  return asked;
}

/** Undefined = nobody asked it, or it was forgotten. */
export function findJob(
  { queryJobs, clock }: { queryJobs: QueryJobs; clock: Clock },
  projectId: number,
  id: string,
): QueryStatus | undefined {
  forgetOld(queryJobs, clock.now());
  return queryJobs.get(keyOf(projectId, id))?.status;
}

/** Stops and forgets a query; the result says what became of it. */
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

/** Stops and forgets all queries, since their answers may hold a deleted person's data. */
export function forgetJobs(jobs: QueryJobs): void {
  for (const [key, job] of jobs) forget(jobs, key, job);
}

/** The server's own errors are in the log only. */
function messageOf(error: unknown): string | null {
  return error instanceof HogletError && error.status < 500 ? error.detail : null;
}

function jobsOf(jobs: QueryJobs, projectId: number): [key: string, job: QueryJob][] {
  return [...jobs].filter(([, job]) => job.projectId === projectId);
}

/** Queries stand in the order of their start, and so of their end. */
function forgetOld(jobs: QueryJobs, nowMs: number): void {
  for (const [key, job] of jobs) {
    if (job.expiresMs > nowMs) return;
    forget(jobs, key, job);
  }
}

/** Forgets a project's oldest queries until the rest is within the limits. */
function makeRoom(jobs: QueryJobs, projectId: number): void {
  const own = jobsOf(jobs, projectId);
  let chars = own.reduce((sum, [, job]) => sum + job.chars, 0);
  let kept = own.length;
  for (const [key, job] of own) {
    if (kept <= 1 || (kept <= MAX_KEPT && chars <= MAX_KEPT_CHARS)) return;
    // Forgetting a running query frees only its place.
    if (!job.status.complete && kept <= MAX_KEPT) continue;
    forget(jobs, key, job);
    chars -= job.chars;
    kept -= 1;
  }
}

function forget(jobs: QueryJobs, key: string, { stop }: QueryJob): void {
  stop.abort();
  jobs.delete(key);
}
