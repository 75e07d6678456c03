import { DateTime, IANAZone } from "luxon";
import { createRecent } from "./recent.ts";

// luxon knows the zones. Offsets are remembered: a question of 90 days would otherwise spend 5 ms on its edges and
// labels, as long as on its rows.

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/**
 * The digits of a clock on the wall at an instant, as the epoch milliseconds at which a UTC clock shows them:
 * 2020-01-05T08:00Z in US/Pacific gives 2020-01-05T00:00Z.
 */
export function toWallClock(ms: number, timezone: string): number {
  if (timezone === "UTC") return ms;
  const day = Math.floor(ms / DAY_MS);
  const offset = offsetMs(day * DAY_MS, timezone);
  // No zone turns its clock forth and back between two midnights of UTC.
  const isWholeDay = offset === offsetMs((day + 1) * DAY_MS, timezone);
  return ms + (isWholeDay ? offset : offsetMs(ms, timezone));
}

/** Milliseconds ahead of UTC; 5 µs for a new instant. */
function offsetMs(ms: number, timezone: string): number {
  // A third of the cost of a DateTime in the zone.
  return offsets.get(timezone, newAnswers).get(ms, () => IANAZone.create(timezone).offset(ms) * 60_000);
}

/**
 * The first instant at which the zone's clock shows these digits; for the hour skipped in spring, the first instant
 * after. Inverse of `toWallClock`.
 */
export function fromWallClock(wallMs: number, timezone: string): number {
  if (timezone === "UTC") return wallMs;
  return instants.get(timezone, newAnswers).get(wallMs, () => {
    const ms = DateTime.fromMillis(wallMs, { zone: "utc" }).setZone(timezone, { keepLocalTime: true }).toMillis();
    // Where the clock was put back, luxon may take either of two instants.
    const earlierMs = ms - HOUR_MS;
    return toWallClock(earlierMs, timezone) === wallMs ? earlierMs : ms;
  });
}

/** Answers kept of each zone, 40 bytes each: the days of twenty years. */
const MAX_REMEMBERED = 20_000;

/** No server has projects in more zones. */
const MAX_ZONES = 100;

type Answers = ReturnType<typeof newAnswers>;

function newAnswers() {
  return createRecent<number, number>(MAX_REMEMBERED);
}

/** For each time zone, results that were computed before: offsets at instants, and instants of wall clocks. */
const offsets = createRecent<Answers>(MAX_ZONES);
const instants = createRecent<Answers>(MAX_ZONES);

/** Does this Node know the zone? */
export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}
