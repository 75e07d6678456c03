import { pruneActivity } from "../admin/activity/index.ts";
import { calculateCohorts } from "../people/cohorts/index.ts";
import {
  eraseCopies,
  hasUnfinishedDeletions,
  hasWaitingCopies,
  resumeDeletions,
  runScheduledDeletions,
} from "../people/deletion/index.ts";
import { isLogLarge, shrinkLog } from "./log-size.ts";
import { DELETION_CRON } from "../people/deletion/index.ts";
import { finishDeletions } from "../admin/projects/index.ts";
import type { Context } from "./context.ts";
import { PLUGIN_SCHEDULES } from "../plugins/index.ts";
import { forgetIdleUploads } from "../uploads/index.ts";
import type { ScheduledJob } from "./schedule.ts";

/** All scheduled jobs; a new job is one more row. Arrows, so that a job's code is loaded when it runs. */
export const scheduledJobs: readonly ScheduledJob[] = [
  { name: "cohorts", cron: "0 * * * *", run: (ctx) => calculateCohorts(ctx) },
  {
    name: "deletions",
    cron: ({ deletionCron = DELETION_CRON }) => deletionCron,
    run: (ctx) => runScheduledDeletions(ctx),
    unfinished: { isThere: (ctx) => hasUnfinishedDeletions(ctx), resume: (ctx) => resumeDeletions(ctx) },
  },
  // In the background: the engine may write large files again.
  {
    name: "copies",
    cron: "",
    run: beginErasing,
    unfinished: { isThere: (ctx) => hasWaitingCopies(ctx), resume: beginErasing },
  },
  { name: "project deletion", cron: "30 * * * *", run: (ctx) => finishDeletions(ctx) },
  { name: "write-ahead log", cron: "", run: shrinkLog, unfinished: { isThere: isLogLarge, resume: shrinkLog } },
  { name: "activity retention", cron: "15 3 * * *", run: (ctx) => pruneActivity(ctx) },
  { name: "uploads", cron: "20 * * * *", run: (ctx) => forgetIdleUploads(ctx) },
  ...toPluginSchedules(),
  // After the schedules, whose plugins may have scheduled jobs for now.
  { name: "plugin jobs", cron: "", run: runDuePlugins, unfinished: { isThere: hasPlugins, resume: runDuePlugins } },
];

/** The jobs of a hoglet that follows another: its engine's copy is erased from there. */
export const followerJobs = scheduledJobs.filter(({ name }) => name === "copies");

/** `runEveryMinute` and similar, as long as there are plugins. */
function toPluginSchedules(): ScheduledJob[] {
  return Object.entries(PLUGIN_SCHEDULES).map(([name, cron]) => ({
    name: `plugins: ${name}`,
    cron,
    run: ({ plugins }) => plugins.runSchedule(name as keyof typeof PLUGIN_SCHEDULES),
    isWanted: hasPlugins,
  }));
}

function beginErasing(ctx: Context): void {
  eraseCopies(ctx).catch((error: unknown) => ctx.log.error("erasing the copy failed", { cause: String(error) }));
}

function hasPlugins({ plugins }: Context): boolean {
  return plugins.isAtWork();
}

function runDuePlugins({ plugins }: Context): Promise<void> {
  return plugins.runDue();
}
