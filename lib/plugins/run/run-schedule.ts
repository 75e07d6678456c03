import { hasPassed } from "../../base/cron.ts";
import { toLogText } from "./supervisor.ts";
import { OUTSIDE } from "./plugin-event.ts";
import type { RunningConfig } from "./running-config.ts";

/** The times at which plugins are called, in UTC. */
export const SCHEDULES = {
  runEveryMinute: "* * * * *",
  runEveryHour: "0 * * * *",
  runEveryDay: "0 0 * * *",
} as const;
export type ScheduleName = keyof typeof SCHEDULES;

/** Turns that have not ended. */
export type Turns = Set<string>;

/** Runs a schedule of the configs that may have it, if a time of it passed since they were saved. */
export async function runSchedule(
  turns: Turns,
  configs: readonly RunningConfig[],
  name: ScheduleName,
  nowMs: number,
): Promise<void> {
  const due = configs.filter(({ savedAtMs, expected }) => {
    const mayHave = expected === null || expected.scheduled_tasks.includes(name);
    return mayHave && hasPassed(SCHEDULES[name], savedAtMs, nowMs);
  });
  await Promise.all(due.map((config) => runTurn(turns, config, name)));
}

/** Runs a schedule of one config. @returns false = the plugin does not work, lacks it, or its last run has not ended */
export async function runTurn(turns: Turns, config: RunningConfig, name: ScheduleName): Promise<boolean> {
  const turn = `${config.key.id} ${name}`;
  if (turns.has(turn)) {
    config.say("SYSTEM", "WARN", `${name} was left out: its last run has not ended.`);
    return false;
  }
  turns.add(turn);
  try {
    const result = await config.supervisor.call(name, [], OUTSIDE);
    if (result === null) return false;
    config.count("scheduledTask", result.kind === "error" ? "failures" : "successes");
    if (result.kind === "error") config.say("PLUGIN", "ERROR", `${name} failed: ${toLogText(result.thrown)}`);
    return true;
  } finally {
    turns.delete(turn);
  }
}
