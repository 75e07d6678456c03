import type { Aftermath } from "./aftermath.ts";
import type { Exporter } from "./exporter.ts";
import type { Job } from "./jobs.ts";
import type { Keeper } from "./keeper.ts";
import type { Lane } from "./lane.ts";
import type { LogSource, LogType } from "./logs.ts";
import type { Category, Count } from "./metrics.ts";
import type { ConfigKey } from "./parts.ts";

/** A config at work. */
export interface RunningConfig {
  readonly key: ConfigKey;
  /** As in `$plugins_succeeded`. */
  readonly label: string;
  /** Another one = its settings or code changed since. */
  readonly version: string;
  /** When it was saved last, in epoch ms: schedules count from then. */
  readonly savedAtMs: number;
  /** What the plugin has besides `processEvent`, as far as it is known before it was loaded; null = it is not known. */
  readonly expected: { scheduled_tasks: readonly string[]; jobs: readonly string[] } | null;
  readonly keeper: Keeper;
  readonly lane: Lane;
  readonly aftermath: Aftermath;
  readonly exporter: Exporter;
  /** Runs a turn of the job `HISTORY_JOB`. */
  exportHistory(job: Job): Promise<void>;
  say(source: LogSource, type: LogType, message: string): void;
  count(category: Category, count: Count, by?: number): void;
  /** Lets what it has end, then the plugin. */
  retire(): Promise<void>;
  /** Ends the plugin at once; what is stored of its work is for the next one. */
  end(): void;
}
