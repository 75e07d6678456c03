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
  /** Null = there is no error, or none that a client may see. */
  error_message: string | null;
  /** The whole answer, once it is complete. */
  results: unknown;
  /** ISO text. */
  start_time: string;
  /** Null in the reply to the request that asks it. */
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
  projectId: number;
  status: QueryStatus;
  /** Characters of its answer as JSON; 0 = it runs, or failed. */
  chars: number;
  expiresMs: number;
  /** Stops it. */
  stop: AbortController;
}

/** The queries of a handle that run beside their requests, by project and id; gone with the handle. */
export type QueryJobs = Map<string, QueryJob>;

/** How long an answer is kept for its client, in ms: clients ask every second or so. Longer costs the memory of the answers. */
const KEPT_MS = 20 * 60_000;

/** Queries of a project that may run at a time: as many as a key of SQL may have waiting. More would only wait for the engine. */
const MAX_RUNNING = 10;

/** Queries of a project that are kept; the oldest goes first. */
const MAX_KEPT = 100;

/** Characters of a project's kept answers as JSON: 32 MiB. More costs that memory for each project; the newest answer is always kept. */
const MAX_KEPT_CHARS = 32 * 1024 * 1024;

/** Creates the list of a handle: nothing runs. */
export function createQueryJobs(): QueryJobs {
  return new Map();
}

/** The project of a query, its id, and the saved insight and the dashboard that it is for. */
export interface JobOrigin {
  projectId: number;
  id: string;
  insightId?: number | undefined;
  dashboardId?: number | undefined;
}

/**
 * Starts a query; a query of the same id is stopped and replaced.
 * @param run is given the signal that stops it
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
  // As it is asked: it may even end before the reply is written.
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

/** The state of a query; undefined = nobody asked it, or it was forgotten. */
export function findJob(
  { queryJobs, clock }: { queryJobs: QueryJobs; clock: Clock },
  projectId: number,
  id: string,
): QueryStatus | undefined {
  forgetOld(queryJobs, clock.now());
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

/** Stops and forgets all queries: somebody is deleted whose data their answers may hold. */
export function forgetJobs(jobs: QueryJobs): void {
  for (const [key, job] of jobs) forget(jobs, key, job);
}

/** An error that a client may see: a fault of the server is in the log. */
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

/** Forgets the oldest queries of a project until its others are within the limits. */
function makeRoom(jobs: QueryJobs, projectId: number): void {
  const own = jobsOf(jobs, projectId);
  let chars = own.reduce((sum, [, job]) => sum + job.chars, 0);
  let kept = own.length;
  for (const [key, job] of own) {
    if (kept <= 1 || (kept <= MAX_KEPT && chars <= MAX_KEPT_CHARS)) return;
    // A query that runs has no answer yet: forgetting it frees nothing but its place.
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
