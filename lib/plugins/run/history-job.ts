/** The job that a plugin with `exportEvents` has besides its own jobs, with PostHog's name. */
export const HISTORY_JOB = "Export historical events";

/** The entry of the job among the public jobs of a plugin. */
const SPECIFICATION = {
  payload: {
    dateFrom: { title: "Export start date", type: "date", required: true },
    dateTo: { title: "Export end date", type: "date", required: true },
  },
};

/** The public jobs of a plugin: those of its manifest, and the job that comes with `exportEvents`. */
export function withHistoryJob(
  publicJobs: Record<string, unknown>,
  { methods = [] }: { methods?: readonly string[] },
): Record<string, unknown> {
  return methods.includes("exportEvents") ? { [HISTORY_JOB]: SPECIFICATION, ...publicJobs } : publicJobs;
}
