import type { FunnelWindow } from "../plan.ts";

const DAY_MS = 86_400_000;

/** The last moment, epoch ms, of a window that begins at `ms`. */
export function windowEnd(window: FunnelWindow, ms: number): number {
  if (window.by === "length") return ms + window.ms;
  const day = Math.floor((ms - window.firstDayMs) / DAY_MS);
  return ms + (window.lengthsMs[day] ?? 0);
}
