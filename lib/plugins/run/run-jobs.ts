import { EXPORT_JOB } from "./exporter.ts";
import { HISTORY_JOB } from "./history-job.ts";
import { isWorthRetry, toLogText } from "./supervisor.ts";
import { listDueConfigs, postponeJob, removeJob, takeDueJob } from "./jobs.ts";
import type { Job } from "./jobs.ts";
import type { Parts } from "./parts.ts";
import { OUTSIDE } from "./plugin-event.ts";
import type { RunningConfig } from "./running-config.ts";

/** Tries of a job whose plugin asks for another, and the first pause; each later one is twice as long. */
const TRIES = 5;
const RETRY_MS = 5000;
/** Turns for jobs that start further ones; the rest waits for the next run. */
const MAX_TURNS = 2000;
/** Ms until a job of a just ended config is checked again: then the config runs in its new form, or is gone. */
const ENDED_MS = 1000;

/** Runs due jobs: of one config one by one, of several in parallel. */
export interface JobRunner {
  /** Resolves when all running jobs are done. */
  run(): Promise<void>;
  /** Resolves when no job is running. */
  done(): Promise<void>;
  /** Configs with running jobs. */
  readonly busy: ReadonlySet<number>;
}

export interface JobRunnerParts {
  parts: Parts;
  find(projectId: number, configId: number): RunningConfig | undefined;
  isClosing(): boolean;
  /** A config is no longer busy. */
  freed(): void;
}

export function createJobRunner({ parts, find, isClosing, freed }: JobRunnerParts): JobRunner {
  const running = new Map<number, Promise<void>>();
  const busy = new Set<number>();

  const runInTurn = async (projectId: number, configId: number) => {
    for (let turn = 0; turn < MAX_TURNS && !isClosing(); turn++) {
      const job = await takeDueJob(parts, configId);
      if (job === null) return;
      await runJob(parts, job, find(projectId, configId));
    }
  };
  const begin = (projectId: number, configId: number) => {
    busy.add(configId);
    const work = runInTurn(projectId, configId)
      .catch((error: unknown) => {
        parts.log.error("jobs of a plugin config failed", { config: configId, cause: String(error) });
      })
      .then(() => {
        busy.delete(configId);
        running.delete(configId);
        freed();
      });
    running.set(configId, work);
  };
  return {
    busy,
    async run() {
      if (isClosing()) return;
      for (const { id, projectId } of listDueConfigs(parts)) {
        if (!busy.has(id)) begin(projectId, id);
      }
      await Promise.all(running.values());
    },
    async done() {
      await Promise.all(running.values());
    },
  };
}

async function runJob(parts: Parts, job: Job, config: RunningConfig | undefined): Promise<void> {
  if (config === undefined) {
    await removeJob(parts, job.id);
    parts.log.warn("job of a plugin config that is not enabled was dropped", { config: job.configId, job: job.name });
    return;
  }
  if (job.name === EXPORT_JOB) {
    await config.exporter.again(job.payload);
    return removeJob(parts, job.id);
  }
  const result = await config.supervisor.call(`job ${job.name}`, [job.payload], OUTSIDE);
  if (result === null && job.name === HISTORY_JOB && config.supervisor.methods?.includes("exportEvents")) {
    return config.exportHistory(job);
  }
  if (result === null) return missOut(parts, job, config);
  if (result.kind !== "error") return removeJob(parts, job.id);
  if (result.thrown.name === "RetryError" && job.attempts < TRIES) {
    const waitMs = RETRY_MS * 2 ** (job.attempts - 1);
    await postponeJob(parts, job.id, parts.clock.now() + waitMs, job.attempts);
    return config.say(
      "PLUGIN",
      "WARN",
      `Job ${job.name} is tried again in ${waitMs / 1000} s: ${result.thrown.message}`,
    );
  }
  await removeJob(parts, job.id);
  const tried = isWorthRetry(result.thrown) && job.attempts > 1 ? ` after ${job.attempts} tries` : "";
  config.say("PLUGIN", "ERROR", `Job ${job.name} failed${tried}: ${toLogText(result.thrown)}`);
}

/** The plugin pauses or was ended, and the job waits; or it lacks the job. */
async function missOut(parts: Parts, job: Job, { supervisor, say }: RunningConfig): Promise<void> {
  if (supervisor.hasEnded) return postponeJob(parts, job.id, parts.clock.now() + ENDED_MS, job.attempts - 1);
  if (supervisor.pausedUntilMs > parts.clock.now()) {
    return postponeJob(parts, job.id, supervisor.pausedUntilMs, job.attempts - 1);
  }
  await removeJob(parts, job.id);
  say("SYSTEM", "ERROR", `There is no job ${job.name}.`);
}
