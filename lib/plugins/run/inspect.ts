import type { Context } from "../context.ts";
import { toIso } from "../../base/clock.ts";
import { invalid } from "../../base/errors.ts";
import { getPluginConfig } from "../configs/get.ts";
import { listJobs } from "./jobs.ts";
import { SCHEDULES } from "./run-schedule.ts";
import type { PluginRunner } from "./runner.ts";

export interface PluginJobRecord {
  id: number;
  name: string;
  payload: unknown;
  /** ISO text. */
  run_at: string;
  /** Number of starts so far. */
  attempts: number;
}

/** `meta.storage` and cursors: values by key. @throws notFound */
export function listPluginStorage(ctx: Context, projectId: number, id: number): Record<string, unknown> {
  getPluginConfig(ctx, projectId, id);
  const rows = ctx.db.sql("SELECT key, value FROM plugin_storage WHERE config_id = ? ORDER BY key").all(id);
  const entries = (rows as { key: string; value: string }[]).map(({ key, value }) => [
    key,
    JSON.parse(value) as unknown,
  ]);
  return Object.fromEntries(entries) as Record<string, unknown>;
}

/** The waiting jobs of a config, next first. @throws notFound */
export function listPluginJobs(ctx: Context, projectId: number, id: number): PluginJobRecord[] {
  getPluginConfig(ctx, projectId, id);
  return listJobs(ctx, id).map(({ id: jobId, name, payload, runAtMs, attempts }) => {
    return { id: jobId, name, payload, run_at: toIso(runAtMs), attempts };
  });
}

/**
 * Runs a config's schedule now, and resolves when it has ended.
 * @param name for example `runEveryMinute`
 * @throws notFound; invalid for an unknown name, or when the plugin lacks this schedule or does not work
 */
export async function runPluginSchedule(
  ctx: Context & { plugins: PluginRunner },
  projectId: number,
  id: number,
  name: string,
): Promise<void> {
  getPluginConfig(ctx, projectId, id);
  if (!isSchedule(name)) throw invalid("name", `Expected one of ${Object.keys(SCHEDULES).join(", ")}.`);
  if (await ctx.plugins.runScheduleOf(projectId, id, name)) return;
  throw invalid(
    "name",
    `The config does not run ${name}: it is not enabled, has no such schedule, or runs it already.`,
  );
}

function isSchedule(name: string): name is keyof typeof SCHEDULES {
  return Object.hasOwn(SCHEDULES, name);
}
