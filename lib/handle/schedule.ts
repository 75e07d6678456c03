import type { Context } from "./context.ts";
import { everyMinute, hasPassed } from "../base/cron.ts";
import type { Options } from "./options.ts";
import { write, writeNow } from "../storage/index.ts";

/** Work that is due again and again. */
export interface ScheduledJob {
  /** Its name in the database: what it last did is remembered under it. */
  name: string;
  /** Cron expression in UTC, such as `0 5 * * SUN`; empty = never. A function where an option says it. */
  cron: string | ((options: Options) => string);
  run(ctx: Context): unknown;
  /** False = it has nothing to do: its turn is not even noted. @default always */
  isWanted?(ctx: Context): boolean;
  /** Goes on with a turn that ended before its work did, when there is one: a process was killed. Asked each time. */
  unfinished?: { isThere(ctx: Context): boolean; resume(ctx: Context): unknown };
}

/** The clockwork of a handle. */
export interface Schedule {
  /**
   * Runs, one after the other, every job of which an occurrence has passed on the handle's clock since its last turn
   * (several missed ones count as one); resolves with their names when all are done. Calls follow one another.
   * @param name only this job
   * @throws the first failure, after the others have run
   */
  runDue(name?: string): Promise<string[]>;
  /** Stops the timer and waits for what is running. */
  close(): Promise<void>;
}

type Needs = Pick<Context, "db" | "clock" | "log" | "options">;

/** On the system's clock, what was missed waits this long after opening: a command that only looks at a file is done by then. */
const CATCH_UP_MS = 1000;

/**
 * Opens the schedule of a handle. What came due while no process was running is made up for right after opening. On the
 * system's clock a timer calls `runDue` every minute, without keeping the process alive; whoever brings a clock of their own
 * (option `now`) calls it themselves, since only they know when time has moved. When each job last had its turn is stored,
 * so that of several processes on one file one runs it.
 */
export function openSchedule(ctx: Context, jobs: readonly ScheduledJob[]): Schedule {
  for (const job of jobs) meet(ctx, job);
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

function startTimers({ log, options }: Needs, runDue: () => Promise<unknown>): { stop(): void } {
  const report = (error: unknown) => log.error("scheduled job failed", { cause: String(error) });
  const isSystem = options.now === undefined;
  const catchUp = setTimeout(() => void runDue().catch(report), isSystem ? CATCH_UP_MS : 0).unref();
  const timer = isSystem ? everyMinute(runDue, report) : undefined;
  return {
    stop() {
      clearTimeout(catchUp);
      timer?.stop();
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
function meet({ db, clock }: Needs, { name }: ScheduledJob): void {
  if (lastRun(db, name) !== undefined) return;
  writeNow(db, () =>
    db.sql("INSERT OR IGNORE INTO schedules (name, last_run_at) VALUES (?, ?)").run(name, clock.now()),
  );
}

/** Is it the job's turn, and is it this process that takes it? */
async function take({ db, clock, options }: Needs, { name, cron }: ScheduledJob): Promise<boolean> {
  const nowMs = clock.now();
  const lastMs = lastRun(db, name);
  const expression = typeof cron === "string" ? cron : cron(options);
  if (lastMs === undefined || !hasPassed(expression, lastMs, nowMs)) return false;
  const { changes } = await write(db, () =>
    db.sql("UPDATE schedules SET last_run_at = ? WHERE name = ? AND last_run_at = ?").run(nowMs, name, lastMs),
  );
  return changes === 1;
}

function lastRun(db: Context["db"], name: string): number | undefined {
  return db.sql("SELECT last_run_at FROM schedules WHERE name = ?").pluck().get(name) as number | undefined;
}
