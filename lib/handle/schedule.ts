import { clearTimeout, setTimeout } from "../base/platform.ts";
import type { Context } from "./context.ts";
import { everyMinute, hasPassed } from "../base/cron.ts";
import { isBusyError } from "../base/errors.ts";
import type { Options } from "./options.ts";
import { write, writeNow } from "../storage/index.ts";

/** Work that is due repeatedly. */
export interface ScheduledJob {
  /** Its name in the database, with which its last run is stored. */
  name: string;
  /** Cron expression in UTC, such as `0 5 * * SUN`; empty = never. A function if an option decides. */
  cron: string | ((options: Options) => string);
  run(ctx: Context): unknown;
  /** False = it has no work, so its run is not even stored. @default always */
  isWanted?(ctx: Context): boolean;
  /** Continues a run whose process was killed, if there is one. Checked each time. */
  unfinished?: { isThere(ctx: Context): boolean; resume(ctx: Context): unknown };
}

/** The schedule of a handle. */
export interface Schedule {
  /**
   * Runs every due job, one after the other: a job is due if its schedule passed on the handle's clock since its last
   * run (several missed runs count as one). Resolves with their names when all are done. Calls run one after the other.
   * @param name only this job
   * @throws the first failure, after the others have run
   */
  runDue(name?: string): Promise<string[]>;
  /** Stops the timer and waits for running jobs. */
  close(): Promise<void>;
}

type Needs = Pick<Context, "db" | "clock" | "log" | "options">;

/**
 * On the system's clock, time in ms after opening until missed jobs run: a command that only reads a file is done by
 * then.
 */
const CATCH_UP_MS = 1000;

/**
 * Opens the schedule of a handle. Jobs that were due while no process was running run right after opening. On the
 * system's clock a timer calls `runDue` every minute, without keeping the process alive; a program with a clock of its
 * own (option `now`) calls it itself, since only it knows when time has moved. The last run of each job is stored, so
 * that only one of several processes on a file runs it.
 */
export function openSchedule(ctx: Context, jobs: readonly ScheduledJob[]): Schedule {
  for (const job of jobs) register(ctx, job);
  let running: Promise<unknown> | null = null;
  const runDue = (name?: string) => {
    const chosen = jobs.filter((job) => name === undefined || job.name === name);
    const turn = running === null ? runJobs(ctx, chosen) : running.then(() => runJobs(ctx, chosen));
    const settled = turn.then(
      () => {},
      () => {},
    );
    running = settled;
    void settled.then(() => {
      if (running === settled) running = null;
    });
    return turn;
  };
  const timers = startTimers(ctx, runDue);
  return {
    runDue,
    async close() {
      timers.stop();
      await running;
    },
  };
}

/** Loads the package that counts minutes with the first run: it takes a twentieth of the time of a process's first handle. */
function startTimers({ log, options }: Needs, runDue: () => Promise<unknown>): { stop(): void } {
  const report = (error: unknown) => log.error("scheduled job failed", { cause: String(error) });
  const isSystem = options.now === undefined;
  let minutes: { stop(): void } | undefined;
  const start = () => {
    void runDue().catch(report);
    if (isSystem) minutes = everyMinute(runDue, report);
  };
  const first = setTimeout(start, isSystem ? CATCH_UP_MS : 0).unref();
  return {
    stop() {
      clearTimeout(first);
      minutes?.stop();
    },
  };
}

async function runJobs(ctx: Context, jobs: readonly ScheduledJob[]): Promise<string[]> {
  const ran: string[] = [];
  const failures: unknown[] = [];
  for (const job of jobs) {
    try {
      const isDue = job.isWanted?.(ctx) !== false && (await take(ctx, job));
      const isUnfinished = !isDue && job.unfinished?.isThere(ctx) === true;
      if (!isDue && !isUnfinished) continue;
      ran.push(job.name);
      await (isDue ? job.run(ctx) : job.unfinished?.resume(ctx));
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
  return ran;
}

/** A job that is new to this database counts from now on. */
function register({ db, clock }: Needs, { name }: ScheduledJob): void {
  if (lastRun(db, name) !== undefined) return;
  writeNow(db, () =>
    db.sql("INSERT OR IGNORE INTO schedules (name, last_run_at) VALUES (?, ?)").run(name, clock.now()),
  );
}

/** Is the job due, and does this process take it? */
async function take({ db, clock, options }: Needs, { name, cron }: ScheduledJob): Promise<boolean> {
  const nowMs = clock.now();
  const lastMs = lastRun(db, name);
  const expression = typeof cron === "string" ? cron : cron(options);
  if (lastMs === undefined || !hasPassed(expression, lastMs, nowMs)) return false;
  try {
    const { changes } = await write(db, () =>
      db.sql("UPDATE schedules SET last_run_at = ? WHERE name = ? AND last_run_at = ?").run(nowMs, name, lastMs),
    );
    return changes === 1;
  } catch (error) {
    // An import commits its events at once, for minutes: the job stays due.
    if (isBusyError(error)) return false;
    throw error;
  }
}

function lastRun(db: Context["db"], name: string): number | undefined {
  return db.sql<number>("SELECT last_run_at FROM schedules WHERE name = ?").pluck().get(name);
}
