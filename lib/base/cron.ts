import { Cron } from "croner";

// croner: cron expressions with time zones and the "when next" of any instant, so that it can be asked on an injected
// clock; typed, maintained, no dependencies. This is the only file that knows it.

/** Is it an expression of five fields (minute, hour, day, month, weekday), or empty, which means never? */
export function isCron(text: string): boolean {
  if (text === "") return true;
  try {
    parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Did an occurrence, in UTC, pass after the one instant and up to the other (epoch ms)? Never for an empty expression. */
export function hasPassed(cron: string, afterMs: number, nowMs: number): boolean {
  const nextMs = nextRun(cron, afterMs);
  return nextMs !== null && nextMs <= nowMs;
}

/** The first occurrence, in UTC, after an instant (epoch ms); null = there is none, as for an empty expression. */
export function nextRun(cron: string, afterMs: number): number | null {
  if (cron === "") return null;
  return parse(cron).nextRun(new Date(afterMs))?.getTime() ?? null;
}

/**
 * Calls `fn` at every full minute of the system's clock, without keeping the process alive; not again while a call is
 * under way. @param onError hears what `fn` throws
 */
export function everyMinute(fn: () => Promise<unknown>, onError: (error: unknown) => void): { stop(): void } {
  return new Cron("* * * * *", { protect: true, unref: true, catch: onError }, async () => void (await fn()));
}

function parse(text: string): Cron {
  return new Cron(text, { paused: true, timezone: "UTC", mode: "5-part" });
}
