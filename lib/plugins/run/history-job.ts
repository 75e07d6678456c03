/** PostHog's name of the job that `exportEvents` brings. */
export const HISTORY_JOB = "Export historical events";

/** The entry of the job among the public jobs of a plugin. */
const SPECIFICATION = {
  payload: {
    dateFrom: { title: "Export start date", type: "date", required: true },
    dateTo: { title: "Export end date", type: "date", required: true },
  },
};

/** Adds the history job to the manifest's jobs, for a plugin with `exportEvents`. */
export function withHistoryJob(
  publicJobs: Record<string, unknown>,
  { methods = [] }: { methods?: readonly string[] },
): Record<string, unknown> {
  return methods.includes("exportEvents") ? { [HISTORY_JOB]: SPECIFICATION, ...publicJobs } : publicJobs;
}
