import type { AfterCommit } from "./after-commit.ts";
import type { Exporter } from "./exporter.ts";
import type { Job } from "./jobs.ts";
import type { Supervisor } from "./supervisor.ts";
import type { EventQueue } from "./event-queue.ts";
import type { LogSource, LogType } from "./logs.ts";
import type { Category, Count } from "./metrics.ts";
import type { ConfigKey } from "./parts.ts";

export interface RunningConfig {
  readonly key: ConfigKey;
  /** Its name in `$plugins_succeeded`. */
  readonly label: string;
  /** Changes with its settings or its code. */
  readonly version: string;
  /** Epoch ms of its last save, from which schedules count. */
  readonly savedAtMs: number;
  /** Capabilities besides `processEvent`, as known before loading; null = unknown. */
  readonly expected: { scheduled_tasks: readonly string[]; jobs: readonly string[] } | null;
  readonly supervisor: Supervisor;
  readonly eventQueue: EventQueue;
  readonly afterCommit: AfterCommit;
  readonly exporter: Exporter;
  /** Resolves when the last error is stored. */
  noted(): Promise<void>;
  /** Runs a turn of the job `HISTORY_JOB`. */
  exportHistory(job: Job): Promise<void>;
  say(source: LogSource, type: LogType, message: string): void;
  count(category: Category, count: Count, by?: number): void;
  /** Lets running work end, then ends the plugin. */
  retire(): Promise<void>;
  /** Ends the plugin at once; its stored work is left for the next plugin host. */
  end(): void;
}
