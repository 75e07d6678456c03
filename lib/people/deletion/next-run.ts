import { toIso } from "../../base/clock.ts";
import type { Context } from "../context.ts";
import { nextRun } from "../../base/cron.ts";

/** Default of the option `deletionCron`: Sundays at 05:00 UTC. */
export const DELETION_CRON = "0 5 * * 0";

/**
 * When the schedule next runs what waits: the first time by `deletionCron` after its last turn, ISO text. In the past = it is
 * due, and runs as soon as the schedule has its turn; null = it never runs by itself.
 */
export function nextDeletionRun({ db, clock, options }: Pick<Context, "db" | "clock" | "options">): string | null {
  const { deletionCron = DELETION_CRON } = options;
  // The schedule's own memory; see `schedule.ts`.
  const lastMs = db.sql("SELECT last_run_at FROM schedules WHERE name = 'deletions'").pluck().get() as
    | number
    | undefined;
  const nextMs = nextRun(deletionCron, lastMs ?? clock.now());
  return nextMs === null ? null : toIso(nextMs);
}
