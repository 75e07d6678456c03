/** The job that a plugin with `exportEvents` has besides its own; its name is that of the real service. */
export const HISTORY_JOB = "Export historical events";

/** How the job is shown among the public ones of a plugin. */
const SPECIFICATION = {
  payload: {
    dateFrom: { title: "Export start date", type: "date", required: true },
    dateTo: { title: "Export end date", type: "date", required: true },
  },
};

/** The public jobs of a plugin: those of its manifest, and what comes with `exportEvents`. */
export function withHistoryJob(
  publicJobs: Record<string, unknown>,
  { methods = [] }: { methods?: readonly string[] },
): Record<string, unknown> {
  return methods.includes("exportEvents") ? { [HISTORY_JOB]: SPECIFICATION, ...publicJobs } : publicJobs;
}
