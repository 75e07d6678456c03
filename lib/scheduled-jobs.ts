import { pruneActivity } from "./activity/index.ts";
import { calculateCohorts } from "./cohorts/index.ts";
import { hasUnfinishedDeletions, resumeDeletions, runScheduledDeletions } from "./deletion/index.ts";
import { DELETION_CRON } from "./options.ts";
import { finishDeletions } from "./projects/index.ts";
import type { ScheduledJob } from "./schedule.ts";

/** Everything that runs by itself; a new one is one more row. */
export const scheduledJobs: readonly ScheduledJob[] = [
  { name: "cohorts", cron: "0 * * * *", run: calculateCohorts },
  {
    name: "deletions",
    cron: ({ deletionCron = DELETION_CRON }) => deletionCron,
    run: runScheduledDeletions,
    unfinished: { isThere: hasUnfinishedDeletions, resume: resumeDeletions },
  },
  { name: "project deletion", cron: "30 * * * *", run: finishDeletions },
  { name: "activity retention", cron: "15 3 * * *", run: pruneActivity },
];
