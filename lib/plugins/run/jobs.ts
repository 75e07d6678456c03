import { invalid } from "../../errors.ts";
import { write } from "../../storage/index.ts";
import type { ConfigKey, Parts } from "./parts.ts";

/** A job of a config that waits for its time. */
export interface Job {
  id: number;
  projectId: number;
  configId: number;
  name: string;
  payload: unknown;
  runAtMs: number;
  /** How often it has been begun. */
  attempts: number;
}

/** Of one config. */
const MAX_WAITING = 10_000;
/**
 * A job that is begun is put off by this long: if the process dies over it, another one runs it then. More than a call may
 * take (`LIMITS.wallMs`), twice.
 */
export const CLAIM_MS = 60_000;

/** Stores a job. @throws invalid when the config has too many */
export function addJob(
  { db }: Pick<Parts, "db">,
  { id, projectId }: Pick<ConfigKey, "id" | "projectId">,
  { name, payload, runAtMs }: { name: string; payload: unknown; runAtMs: number },
): void {
  write(db, () => {
    const waiting = db.sql("SELECT count(*) FROM plugin_jobs WHERE config_id = ?").pluck().get(id) as number;
    if (waiting >= MAX_WAITING) throw invalid(null, `A plugin config may have ${MAX_WAITING} jobs waiting.`);
    db.sql(
      "INSERT INTO plugin_jobs (project_id, config_id, name, payload, run_at, attempts) VALUES (?, ?, ?, ?, ?, 0)",
    ).run(projectId, id, name, JSON.stringify(payload), Math.trunc(runAtMs));
  });
}

interface Row {
  id: number;
  project_id: number;
  config_id: number;
  name: string;
  payload: string;
  run_at: number;
  attempts: number;
}

const COLUMNS = "id, project_id, config_id, name, payload, run_at, attempts";

/** Takes the jobs that are due, in order of their times; what one process took no other gets. (Index plugin_jobs_by_time.) */
export function takeDueJobs({ db, clock }: Pick<Parts, "db" | "clock">, limit: number): Job[] {
  const nowMs = clock.now();
  if (nextJobAt({ db }) > nowMs) return [];
  return write(db, () => {
    const rows = db
      .sql(`SELECT ${COLUMNS} FROM plugin_jobs WHERE run_at <= ? ORDER BY run_at, id LIMIT ?`)
      .all(nowMs, limit) as Row[];
    for (const { id } of rows) {
      db.sql("UPDATE plugin_jobs SET run_at = ?, attempts = attempts + 1 WHERE id = ?").run(nowMs + CLAIM_MS, id);
    }
    return rows.map((row) => toJob({ ...row, attempts: row.attempts + 1 }));
  });
}

/** When the next job is due, in epoch ms; infinite when none waits. (Index plugin_jobs_by_time.) */
export function nextJobAt({ db }: Pick<Parts, "db">): number {
  const next = db.sql("SELECT run_at FROM plugin_jobs ORDER BY run_at, id LIMIT 1").pluck().get();
  return (next as number | undefined) ?? Number.POSITIVE_INFINITY;
}

/** Forgets a job: it is done, or given up. */
export function removeJob({ db }: Pick<Parts, "db">, id: number): void {
  write(db, () => {
    db.sql("DELETE FROM plugin_jobs WHERE id = ?").run(id);
  });
}

/** Puts a job off. @param attempts that it counts as having had */
export function postponeJob({ db }: Pick<Parts, "db">, id: number, runAtMs: number, attempts: number): void {
  write(db, () => {
    db.sql("UPDATE plugin_jobs SET run_at = ?, attempts = ? WHERE id = ?").run(runAtMs, attempts, id);
  });
}

/** Writes down how far a job has come: it goes on from there at its new time, with all its tries. */
export function continueJob(
  { db }: Pick<Parts, "db">,
  id: number,
  { payload, runAtMs }: { payload: unknown; runAtMs: number },
): void {
  write(db, () => {
    const text = JSON.stringify(payload);
    db.sql("UPDATE plugin_jobs SET payload = ?, run_at = ?, attempts = 0 WHERE id = ?").run(text, runAtMs, id);
  });
}

/** The jobs of a config that wait, next first. */
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
