import { EXPORT_JOB } from "./exporter.ts";
import { HISTORY_JOB } from "./history-job.ts";
import { isWorthRetry, toText } from "./keeper.ts";
import { postponeJob, removeJob, takeDueJobs } from "./jobs.ts";
import type { Job } from "./jobs.ts";
import type { Parts } from "./parts.ts";
import { OUTSIDE } from "./plugin-event.ts";
import type { RunningConfig } from "./running-config.ts";

/** Tries of a job whose plugin asks for another, and the wait before the second; each is twice the one before. */
const TRIES = 5;
const RETRY_MS = 5000;
/** Taken at a time. */
const BATCH = 100;
/** Jobs that start jobs at once get so many turns; the rest waits for the next run, as does everything else. */
const ROUNDS = 20;

/** Runs the jobs that are due, those of one config one after the other, until none is. */
export async function runJobs(parts: Parts, find: (job: Job) => RunningConfig | undefined): Promise<void> {
  for (let round = 0; round < ROUNDS; round++) {
    const jobs = takeDueJobs(parts, BATCH);
    if (jobs.length === 0) return;
    await Promise.all([...group(jobs).values()].map((own) => runInTurn(parts, own, find)));
  }
}

async function runInTurn(parts: Parts, jobs: readonly Job[], find: (job: Job) => RunningConfig | undefined) {
  for (const job of jobs) await runJob(parts, job, find(job));
}

async function runJob(parts: Parts, job: Job, config: RunningConfig | undefined): Promise<void> {
  if (config === undefined) {
    removeJob(parts, job.id);
    parts.log.warn("job of a plugin config that is not enabled was dropped", { config: job.configId, job: job.name });
    return;
  }
  if (job.name === EXPORT_JOB) {
    await config.exporter.again(job.payload);
    return removeJob(parts, job.id);
  }
  const result = await config.keeper.call(`job ${job.name}`, [job.payload], OUTSIDE);
  if (result === null && job.name === HISTORY_JOB && config.keeper.methods?.includes("exportEvents")) {
    return config.exportHistory(job);
  }
  if (result === null) return missOut(parts, job, config);
  if (result.kind !== "error") return removeJob(parts, job.id);
  if (result.thrown.name === "RetryError" && job.attempts < TRIES) {
    const waitMs = RETRY_MS * 2 ** (job.attempts - 1);
    postponeJob(parts, job.id, parts.clock.now() + waitMs, job.attempts);
    return config.say(
      "PLUGIN",
      "WARN",
      `Job ${job.name} is tried again in ${waitMs / 1000} s: ${result.thrown.message}`,
    );
  }
  removeJob(parts, job.id);
  const tried = isWorthRetry(result.thrown) && job.attempts > 1 ? ` after ${job.attempts} tries` : "";
  config.say("PLUGIN", "ERROR", `Job ${job.name} failed${tried}: ${toText(result.thrown)}`);
}

/** The plugin rests, and the job with it; or it has no such job. */
function missOut(parts: Parts, job: Job, { keeper, say }: RunningConfig): void {
  if (keeper.pausedUntilMs > parts.clock.now()) {
    return postponeJob(parts, job.id, keeper.pausedUntilMs, job.attempts - 1);
  }
  removeJob(parts, job.id);
  say("SYSTEM", "ERROR", `There is no job ${job.name}.`);
}

/** (Node 20 has no `Map.groupBy`.) */
function group(jobs: readonly Job[]): Map<number, Job[]> {
  const byConfig = new Map<number, Job[]>();
  for (const job of jobs) byConfig.set(job.configId, [...(byConfig.get(job.configId) ?? []), job]);
  return byConfig;
}
