import type { FunnelWindow } from "../../../../lib/questions/funnel/plan.ts";
import { bestOf } from "./attempts.ts";
import type { Attempt } from "./attempts.ts";
import { windowEnd } from "./window-end.ts";

/**
 * The seconds that an actor took to a step from the step before it: one for each of its best attempts that has both within
 * one window of each other, whether or not the step counts as reached. Source: reference/insights.md 11.6.
 */
export function stepSeconds(window: FunnelWindow, attempts: readonly Attempt[], step: number): number[] {
  return bestOf(attempts).flatMap(({ timesMs }) => {
    const before = timesMs[step - 1];
    const ms = timesMs[step];
    if (before === undefined || ms === undefined || ms > windowEnd(window, before)) return [];
    return [Math.floor(ms / 1000) - Math.floor(before / 1000)];
  });
}
