import { invalid } from "../../base/errors.ts";
import { write } from "../../storage/index.ts";
import { checkKey, checkValue, openBudget, rowBytes } from "./budget.ts";
import type { ConfigKey, Parts } from "./parts.ts";
import type { RowOf } from "../../storage/index.ts";
import type { pluginJobs } from "../../storage/tables/index.ts";

/** A config's job that waits for its time. */
export interface Job {
  id: number;
  projectId: number;
  configId: number;
  name: string;
  payload: unknown;
  runAtMs: number;
  /** Number of starts so far. */
  attempts: number;
}

/** Waiting jobs of one config. */
const MAX_WAITING = 10_000;
/**
 * Ms by which a started job is delayed, for another process to run it if this one dies: twice the time of a call
 * (`LIMITS.wallMs`).
 */
export const CLAIM_MS = 60_000;

/** The fields of a new job. */
interface NewJob {
  name: string;
  payload: unknown;
  runAtMs: number;
}

type Owner = Pick<ConfigKey, "id" | "projectId">;

/** Stores a job of a plugin or a client. @throws invalid when the config has too many, or no room left */
export async function addJob({ db, options }: Pick<Parts, "db" | "options">, owner: Owner, job: NewJob): Promise<void> {
  checkKey(job.name);
  const payload = toPayload(job.payload);
  checkValue(payload);
  // Index plugin_jobs_by_config.
  const waiting = db.sql("SELECT count(*) FROM plugin_jobs WHERE config_id = ?").pluck().get(owner.id) as number;
  if (waiting >= MAX_WAITING) throw invalid(null, `A plugin config may have ${MAX_WAITING} jobs waiting.`);
  openBudget({ db, options }, owner.id).reserve(rowBytes(job.name, payload));
  await addOwnJob({ db }, owner, job);
}

/** Stores a job of the runtime for a config, without limits: otherwise events would be lost. */
export async function addOwnJob(parts: Pick<Parts, "db">, owner: Owner, job: NewJob): Promise<void> {
  await write(parts.db, () => insertJob(parts, owner, job));
}

/** Stores a job inside the caller's transaction. */
export function insertJob(
  { db }: Pick<Parts, "db">,
  { id, projectId }: Owner,
  { name, payload, runAtMs }: NewJob,
): void {
  db.sql(
    "INSERT INTO plugin_jobs (project_id, config_id, name, payload, run_at, attempts) VALUES (?, ?, ?, ?, ?, 0)",
  ).run(projectId, id, name, toPayload(payload), toInstant(runAtMs));
}

function toPayload(payload: unknown): string {
  return JSON.stringify(payload) ?? "null";
}

/** The last instant of a Date. */
const MAX_MS = 8_640_000_000_000_000;

/** A plugin may pass any number. */
function toInstant(ms: number): number {
  return Math.trunc(Math.min(Math.max(Number(ms) || 0, 0), MAX_MS));
}

type Row = RowOf<typeof pluginJobs>;

const COLUMNS = "id, project_id, config_id, name, payload, run_at, attempts";

/** The configs with due jobs. (Index plugin_jobs_by_time.) */
export function listDueConfigs({ db, clock }: Pick<Parts, "db" | "clock">): Owner[] {
  return db
    .sql<Owner>("SELECT DISTINCT config_id AS id, project_id AS projectId FROM plugin_jobs WHERE run_at <= ?")
    .all(clock.now());
}

/**
 * Takes a config's first due job for this process; only one, so that the claim lasts, and a process that dies holds no
 * others. (Index plugin_jobs_by_config.)
 */
export async function takeDueJob({ db, clock }: Pick<Parts, "db" | "clock">, configId: number): Promise<Job | null> {
  const nowMs = clock.now();
  return write(db, () => {
    const row = db
      .sql<Row>(`SELECT ${COLUMNS} FROM plugin_jobs WHERE config_id = ? AND run_at <= ? ORDER BY run_at, id LIMIT 1`)
      .get(configId, nowMs);
    if (row === undefined) return null;
    db.sql("UPDATE plugin_jobs SET run_at = ?, attempts = attempts + 1 WHERE id = ?").run(nowMs + CLAIM_MS, row.id);
    return toJob({ ...row, attempts: row.attempts + 1 });
  });
}

/**
 * Epoch ms; infinite without jobs. (Index plugin_jobs_by_time.)
 * @param busy configs to leave out
 */
export function nextJobAt({ db }: Pick<Parts, "db">, busy: ReadonlySet<number>): number {
  const next = db
    .sql(
      `SELECT run_at FROM plugin_jobs WHERE config_id NOT IN (SELECT value FROM json_each(?)) ORDER BY run_at, id LIMIT 1`,
    )
    .pluck()
    .get(JSON.stringify([...busy]));
  return (next as number | undefined) ?? Number.POSITIVE_INFINITY;
}

/** Deletes a job that is done or given up. */
export async function removeJob({ db }: Pick<Parts, "db">, id: number): Promise<void> {
  await write(db, () => {
    db.sql("DELETE FROM plugin_jobs WHERE id = ?").run(id);
  });
}

/** Delays a job. @param attempts its new number of starts */
export async function postponeJob(
  { db }: Pick<Parts, "db">,
  id: number,
  runAtMs: number,
  attempts: number,
): Promise<void> {
  await write(db, () => {
    db.sql("UPDATE plugin_jobs SET run_at = ?, attempts = ? WHERE id = ?").run(runAtMs, Math.max(attempts, 0), id);
  });
}

/** Stores a job's progress: it continues there at its new time, with all its tries. */
export async function continueJob(
  { db }: Pick<Parts, "db">,
  id: number,
  { payload, runAtMs }: { payload: unknown; runAtMs: number },
): Promise<void> {
  await write(db, () => {
    const text = JSON.stringify(payload);
    db.sql("UPDATE plugin_jobs SET payload = ?, run_at = ?, attempts = 0 WHERE id = ?").run(text, runAtMs, id);
  });
}

/** The waiting jobs of a config, next first. */
export function listJobs({ db }: Pick<Parts, "db">, configId: number): Job[] {
  const rows = db.sql(`SELECT ${COLUMNS} FROM plugin_jobs WHERE config_id = ? ORDER BY run_at, id`).all(configId);
  return (rows as Row[]).map(toJob);
}

function toJob({ id, project_id, config_id, name, payload, run_at, attempts }: Row): Job {
  return {
    id,
    projectId: project_id,
    configId: config_id,
    name,
    payload: JSON.parse(payload) as unknown,
    runAtMs: run_at,
    attempts,
  };
}
