import { performance } from "../../lib/base/platform.ts";

/** A clock that stands still until it is moved, or (option `runs`) runs from its set time. */
export interface TestClock {
  /** Epoch milliseconds. */
  now(): number;
  readonly isSystem: false;
  /** ISO text with milliseconds. */
  iso(): string;
  /**
   * Moves to an instant, forwards or back, and runs due work (recalculations, deletions, timers of plugins). Resolves
   * with the names of the work when it is all done. Events that clients captured before arrive first, at the old time.
   * @param to ISO text (without an offset UTC), epoch milliseconds or a Date
   * @throws RangeError for an invalid instant
   */
  set(to: string | number | Date): Promise<string[]>;
  /**
   * Moves forward by a duration; see `set`, which also moves back.
   * @param by milliseconds, or a number and a unit: `"90s"`, `"5 minutes"`, `"12h"`, `"7 days"`, `"2w"`
   * @throws RangeError for a duration that is negative or no duration
   */
  advance(by: number | string): Promise<string[]>;
}

/** A clock's time, set without side effects. */
export interface ClockHand {
  nowMs: number;
}

/** @param runs as fast as real time, from its set time */
export function createHand(startMs: number, runs: boolean): ClockHand {
  if (!runs) return { nowMs: startMs };
  let offsetMs = startMs - performance.now();
  return {
    get nowMs() {
      return Math.trunc(offsetMs + performance.now());
    },
    set nowMs(ms) {
      offsetMs = ms - performance.now();
    },
  };
}

/**
 * The clock for tests.
 * @param before finishes the work of the old time
 * @param after runs the work that is due at the new time
 */
export function createTestClock(
  hand: ClockHand,
  before: () => Promise<void>,
  after: () => Promise<string[]>,
): TestClock {
  const moveTo = async (ms: number) => {
    await before();
    hand.nowMs = ms;
    return after();
  };
  return {
    now: () => hand.nowMs,
    isSystem: false,
    iso: () => new Date(hand.nowMs).toISOString(),
    set: async (to) => moveTo(toInstantMs(to)),
    advance: async (by) => moveTo(hand.nowMs + toSpanMs(by, "clock.advance (clock.set moves back)")),
  };
}

/** Epoch milliseconds. @throws RangeError */
export function toInstantMs(instant: string | number | Date): number {
  const ms = typeof instant === "string" ? Date.parse(withZone(instant)) : Number(instant);
  if (Number.isInteger(ms) && Math.abs(ms) <= 8.64e15) return ms;
  throw new RangeError(`Expected an ISO date-time such as 2025-01-15T12:00:00Z but received ${String(instant)}.`);
}

/** In hoglet a time without an offset is UTC; Date.parse reads it as local. */
function withZone(text: string): string {
  return /[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?$/.test(text) ? `${text.replace(" ", "T")}Z` : text;
}

const UNITS_MS: Record<string, number> = {
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
};

const SPAN = /^(\d+(?:\.\d+)?)\s*(ms|milliseconds?|s|seconds?|m|minutes?|h|hours?|d|days?|w|weeks?)$/i;

/** Milliseconds, from 0. @param name of the argument, for the message. @throws RangeError */
export function toSpanMs(span: number | string, name: string): number {
  if (typeof span === "number" && Number.isFinite(span) && span >= 0) return Math.round(span);
  const [, count, unit = ""] = SPAN.exec(String(span).trim()) ?? [];
  if (count === undefined) {
    throw new RangeError(
      `${name}: expected milliseconds from 0, or a span such as "7 days", but received ${String(span)}.`,
    );
  }
  const word = unit.toLowerCase();
  const short = word === "ms" || word.startsWith("milli") ? "ms" : word.charAt(0);
  return Math.round(Number(count) * (UNITS_MS[short] ?? 0));
}
