import { toIso } from "../../base/clock.ts";
import type { Context } from "../context.ts";
import { nextRun } from "../../base/cron.ts";

/** Default of the option `deletionCron`: Sundays at 05:00 UTC. */
export const DELETION_CRON = "0 5 * * 0";

/**
 * The schedule's next run: the first time by `deletionCron` after its last run, ISO text. In the past = due at the
 * schedule's next turn; null = never.
 */
export function nextDeletionRun({ db, clock, options }: Pick<Context, "db" | "clock" | "options">): string | null {
  const { deletionCron = DELETION_CRON } = options;
  // The last run is stored by the schedule; see `schedule.ts`.
  const lastMs = db.sql<number>("SELECT last_run_at FROM schedules WHERE name = 'deletions'").pluck().get();
  const nextMs = nextRun(deletionCron, lastMs ?? clock.now());
  return nextMs === null ? null : toIso(nextMs);
}
