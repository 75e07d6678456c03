import { DateTime, IANAZone } from "luxon";
import { createRecent } from "./recent.ts";

// luxon knows the zones. Offsets of zones are remembered: a question of 90 days would otherwise spend 5 ms on its edges and
// labels, as long as on its rows.

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/**
 * The digits that a clock on the wall of `timezone` shows at an instant, written as the epoch milliseconds at which a UTC
 * clock shows the same: 2020-01-05T08:00Z in US/Pacific gives 2020-01-05T00:00Z.
 */
export function toWallClock(ms: number, timezone: string): number {
  if (timezone === "UTC") return ms;
  const day = Math.floor(ms / DAY_MS);
  const offset = offsetMs(day * DAY_MS, timezone);
  // No zone turns its clock and turns it back between one midnight of UTC and the next.
  const isWholeDay = offset === offsetMs((day + 1) * DAY_MS, timezone);
  return ms + (isWholeDay ? offset : offsetMs(ms, timezone));
}

/** Milliseconds that the clock of a zone is ahead of UTC; 5 µs for an instant that was not asked for before. */
function offsetMs(ms: number, timezone: string): number {
  // The zone alone costs a third of a DateTime in it.
  return offsets.get(timezone, newAnswers).get(ms, () => IANAZone.create(timezone).offset(ms) * 60_000);
}

/**
 * The first instant at which the clock of `timezone` shows these digits; where it never does (the hour skipped in
 * spring), the first instant after. Inverse of `toWallClock`.
 */
export function fromWallClock(wallMs: number, timezone: string): number {
  if (timezone === "UTC") return wallMs;
  return instants.get(timezone, newAnswers).get(wallMs, () => {
    const ms = DateTime.fromMillis(wallMs, { zone: "utc" }).setZone(timezone, { keepLocalTime: true }).toMillis();
    // luxon does not say which of two it takes when the clock was put back; an earlier one shows the same digits.
    const earlierMs = ms - HOUR_MS;
    return toWallClock(earlierMs, timezone) === wallMs ? earlierMs : ms;
  });
}

/** Answers that are kept of each zone, 40 bytes each: the days of twenty years. */
const MAX_REMEMBERED = 20_000;

/** More zones than this no server has projects in. */
const MAX_ZONES = 100;

type Answers = ReturnType<typeof newAnswers>;

function newAnswers() {
  return createRecent<number, number>(MAX_REMEMBERED);
}

/** For each time zone, results that were computed before: offsets at instants, and instants of wall clocks. */
const offsets = createRecent<Answers>(MAX_ZONES);
const instants = createRecent<Answers>(MAX_ZONES);

/** Is it the name of a time zone that this Node knows? */
export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}
