import type { FunnelWindow } from "../../../../lib/questions/funnel/plan.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

/** The last moment of what begins at `ms`. The months of a calendar differ, so that each day may have a length of its own. */
export function windowEnd(window: FunnelWindow, ms: number): number {
  if (window.by === "length") return ms + window.ms;
  return ms + (window.lengthsMs[Math.floor((ms - window.firstDayMs) / DAY_MS)] ?? NaN);
}
