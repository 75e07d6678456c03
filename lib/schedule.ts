import { Cron } from "croner";
import type { Context } from "./context.ts";
import { write } from "./storage/index.ts";

// croner: cron expressions with time zones and the "when next" of any instant, so that it can be asked on an injected
// clock; typed, maintained, no dependencies. This is the only file that knows it.

/** Work that is due again and again. */
export interface ScheduledJob {
  /** Its name in the database: what it last did is remembered under it. */
  name: string;
  /** Cron expression in UTC, such as `0 5 * * SUN`; empty = never. */
  cron: string;
  run(ctx: Context): unknown;
}

/** The clockwork of a handle. */
export interface Schedule {
  /**
   * Runs, one after the other, every job of which an occurrence has passed on the handle's clock since its last turn
   * (several missed ones count as one); resolves with their names when all are done.
   * @throws the first failure, after the others have run
   */
  runDue(): Promise<string[]>;
  /** Stops the timer and waits for what is running. */
  close(): Promise<void>;
}

type Needs = Pick<Context, "db" | "clock" | "log" | "options">;

/**
 * Opens the schedule of a handle. On the system's clock a timer calls `runDue` every minute, without keeping the process
 * alive; whoever brings a clock of their own (option `now`) calls it themselves, since only they know when time has moved.
 * When each job last had its turn is stored, so that what came due while no process was running is made up for, and so that
 * of several processes on one file one runs it.
 */
export function openSchedule(ctx: Context, jobs: readonly ScheduledJob[]): Schedule {
  for (const job of jobs) meet(ctx, job);
  let running: Promise<unknown> = Promise.resolve();
  const runDue = () => {
    const run = runJobs(ctx, jobs);
    running = Promise.allSettled([running, run]);
    return run;
  };
  const timer = ctx.options.now === undefined ? startTimer(ctx, runDue) : null;
  return {
    runDue,
    async close() {
      timer?.stop();
      await running;
    },
  };
}

function startTimer({ log }: Needs, runDue: () => Promise<unknown>): Cron {
  const options = {
    // No second run while one is under way, and none that keeps a finished program waiting.
    protect: true,
    unref: true,
    catch: (error: unknown) => log.error("scheduled job failed", { cause: String(error) }),
  };
  return new Cron("* * * * *", options, async () => void (await runDue()));
}

async function runJobs(ctx: Context, jobs: readonly ScheduledJob[]): Promise<string[]> {
  const ran: string[] = [];
  const failures: unknown[] = [];
  for (const job of jobs) {
    if (!take(ctx, job)) continue;
    ran.push(job.name);
    try {
      await job.run(ctx);
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
  return ran;
}

/** A job that is new to this database counts from now on. */
function meet({ db, clock }: Needs, { name }: ScheduledJob): void {
  if (lastRun(db, name) !== undefined) return;
  write(db, () => db.sql("INSERT OR IGNORE INTO schedules (name, last_run_at) VALUES (?, ?)").run(name, clock.now()));
}

/** Is it the job's turn, and is it this process that takes it? */
function take({ db, clock }: Needs, { name, cron }: ScheduledJob): boolean {
  const nowMs = clock.now();
  const lastMs = lastRun(db, name);
  if (lastMs === undefined || !hasPassed(cron, lastMs, nowMs)) return false;
  const { changes } = write(db, () =>
    db.sql("UPDATE schedules SET last_run_at = ? WHERE name = ? AND last_run_at = ?").run(nowMs, name, lastMs),
  );
  return changes === 1;
}

function hasPassed(cron: string, lastMs: number, nowMs: number): boolean {
  if (cron === "") return false;
  const next = new Cron(cron, { paused: true, timezone: "UTC" }).nextRun(new Date(lastMs));
  return next !== null && next.getTime() <= nowMs;
}

function lastRun(db: Context["db"], name: string): number | undefined {
  return db.sql("SELECT last_run_at FROM schedules WHERE name = ?").pluck().get(name) as number | undefined;
}
