import { Cron } from "croner";

// croner parses cron expressions with time zones and computes the next run after any instant, as an injected clock
// needs. Typed, maintained, no dependencies. Only this file imports it.

/** Five fields (minute, hour, day, month, weekday), or empty, which means never. */
export function isCron(text: string): boolean {
  if (text === "") return true;
  try {
    parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Was there a run, in UTC, after `afterMs` and up to `nowMs` (epoch ms)? */
export function hasPassed(cron: string, afterMs: number, nowMs: number): boolean {
  const nextMs = nextRun(cron, afterMs);
  return nextMs !== null && nextMs <= nowMs;
}

/** The first run, in UTC, after an instant (epoch ms); null = there is none. */
export function nextRun(cron: string, afterMs: number): number | null {
  if (cron === "") return null;
  return parse(cron).nextRun(new Date(afterMs))?.getTime() ?? null;
}

/**
 * Calls `fn` at every full minute of the system's clock, unless the last call still runs. Does not keep the process
 * alive.
 * @param onError receives the errors of `fn`
 */
export function everyMinute(fn: () => Promise<unknown>, onError: (error: unknown) => void): { stop(): void } {
  return new Cron("* * * * *", { protect: true, unref: true, catch: onError }, async () => void (await fn()));
}

/** UTC as an offset: by its name, croner asks the time zone tables, which takes the first call 100 ms of the event loop (measured). */
function parse(text: string): Cron {
  return new Cron(text, { paused: true, utcOffset: 0, mode: "5-part" });
}
