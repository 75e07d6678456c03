import type { Context } from "../handle/context.ts";
import { throttled } from "../base/errors.ts";

/**
 * Counts a request of a caller. @throws throttled 429 when the caller has used up its share; a refused request is not
 * counted
 */
export type RateLimit = (caller: string) => void;

interface Window {
  lengthMs: number;
  /** Requests allowed in any window of that length. */
  most: number;
}

/**
 * Creates the limit of the option `rateLimits`; without the option nothing is limited. Windows slide: a request is
 * allowed while fewer than the allowed number lie in the minute (and hour) before it; the longer of the two waits
 * counts (reference/rest.md 3.6). Counts are in this process's memory, on the handle's clock. Written here, because
 * libraries for it read the system's clock, and its window is only a list of times.
 */
export function createRateLimit({ clock, options }: Pick<Context, "clock" | "options">): RateLimit {
  const { perMinute, perHour } = options.rateLimits ?? {};
  const windows: Window[] = [];
  if (perMinute !== undefined) windows.push({ lengthMs: 60_000, most: perMinute });
  if (perHour !== undefined) windows.push({ lengthMs: 3_600_000, most: perHour });
  if (windows.length === 0) return () => {};
  const longestMs = Math.max(...windows.map((window) => window.lengthMs));
  /** Times of each caller's allowed requests, oldest first; there are as many callers as keys. */
  const times = new Map<string, number[]>();

  return (caller) => {
    const nowMs = clock.now();
    const seen = (times.get(caller) ?? []).filter((time) => time > nowMs - longestMs);
    const waitMs = Math.max(...windows.map((window) => waitOf(window, seen, nowMs)));
    times.set(caller, seen);
    if (waitMs > 0) throw throttled(Math.ceil(waitMs / 1000));
    seen.push(nowMs);
  };
}

/** Time in ms until one more request fits; 0 = now. */
function waitOf({ lengthMs, most }: Window, seen: readonly number[], nowMs: number): number {
  // The request that must leave the window before another may enter.
  const oldest = seen.at(-most);
  return oldest === undefined ? 0 : Math.max(0, oldest + lengthMs - nowMs);
}
