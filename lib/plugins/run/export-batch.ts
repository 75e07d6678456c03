import { isWorthRetry, toLogText } from "./supervisor.ts";
import type { Supervisor } from "./supervisor.ts";
import type { Thrown } from "../guest/thrown.ts";
import type { LogSource, LogType } from "./logs.ts";
import type { Category, Count } from "./metrics.ts";
import type { ConfigKey, Parts } from "./parts.ts";
import { SNAPSHOT } from "./plugin-event.ts";
import type { StoredPluginEvent } from "./plugin-event.ts";

export interface ExportParts {
  parts: Parts;
  config: ConfigKey;
  supervisor: Supervisor;
  /** Events that are not exported. */
  ignored: ReadonlySet<string>;
  say(source: LogSource, type: LogType, message: string): void;
  count(category: Category, count: Count, by?: number): void;
}

/** asleep = the plugin does not work now, none = it has no `exportEvents`. */
export type Exported =
  | { kind: "done" | "asleep" | "none" }
  | { kind: "again"; waitMs: number; thrown: Thrown }
  | { kind: "failed"; thrown: Thrown };

/** Default, and for a plugin whose `getSettings` prefers large batches. */
const EXPORT_BATCH = 100;
const LARGE_EXPORT_BATCH = 10_000;
/** Tries after pauses of 3 · 2^n seconds (reference/plugins.md 8). */
const EXPORT_RETRIES = 15;
const RETRY_MS = 3000;

/** Runs `exportEvents` on events; counts and logs failures. @param retries the number of earlier tries */
export async function exportBatch(
  { config, supervisor, say, count }: ExportParts,
  events: readonly StoredPluginEvent[],
  retries: number,
): Promise<Exported> {
  if (events.length === 0) return { kind: "done" };
  const result = await supervisor.call("exportEvents", [events], [config.id]);
  if (result === null) return { kind: canExport(supervisor) ? "asleep" : "none" };
  if (result.kind !== "error") {
    count("exportEvents", retries === 0 ? "successes" : "successesOnRetry", events.length);
    return { kind: "done" };
  }
  const { thrown } = result;
  if (isWorthRetry(thrown) && retries < EXPORT_RETRIES) {
    const waitMs = RETRY_MS * 2 ** retries;
    const when = `${waitMs / 1000} s: ${thrown.message}`;
    say("SYSTEM", "WARN", `${events.length} events will be exported again in ${when}`);
    return { kind: "again", waitMs, thrown };
  }
  count("exportEvents", "failures", events.length);
  say("PLUGIN", "ERROR", `exportEvents failed, ${events.length} events were not exported: ${toLogText(thrown)}`);
  return { kind: "failed", thrown };
}

/** The names in the config field `exportEventsToIgnore`, separated by commas. */
export function toIgnored(settings: Record<string, unknown>): ReadonlySet<string> {
  const names = String(settings["exportEventsToIgnore"] ?? "").split(",");
  return new Set([SNAPSHOT, ...names.map((name) => name.trim())]);
}

/** Yes until the plugin was loaded. */
export function canExport({ methods }: Supervisor): boolean {
  return methods === null || methods.includes("exportEvents");
}

/** The batch size that the plugin wants. */
export async function toExportSize(supervisor: Supervisor): Promise<number> {
  const result = await supervisor.call("getSettings", [], []);
  const settings = result?.kind === "value" ? (result.value as { handlesLargeBatches?: unknown }) : {};
  return settings.handlesLargeBatches === true ? LARGE_EXPORT_BATCH : EXPORT_BATCH;
}
