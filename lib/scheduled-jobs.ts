import { pruneActivity } from "./activity/index.ts";
import { calculateCohorts } from "./cohorts/index.ts";
import { finishDeletions } from "./projects/index.ts";
import type { ScheduledJob } from "./schedule.ts";

/** Everything that runs by itself; a new one is one more row. */
export const scheduledJobs: readonly ScheduledJob[] = [
  { name: "cohorts", cron: "0 * * * *", run: calculateCohorts },
  { name: "project deletion", cron: "30 * * * *", run: finishDeletions },
  { name: "activity retention", cron: "15 3 * * *", run: pruneActivity },
];
