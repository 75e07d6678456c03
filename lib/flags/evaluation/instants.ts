import { daysInMonth } from "../../base/days-in-month.ts";
import { parseLooseDate, propertyText } from "../../events/filters/index.ts";
import type { Json } from "../../events/filters/index.ts";
import { fromWallClock } from "../../questions/index.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const RELATIVE = /^-?(\d{1,4})([hdwmy])$/;

/**
 * Compiles the date of a filter: an instant, or one that is so long ago (`-7d`, or `7d`). Null = no date.
 * @param timezone of dates without an offset
 */
export function compileInstant(wanted: Json | undefined, timezone: string): ((nowMs: number) => number) | null {
  const text = propertyText(wanted).trim();
  const [, count, unit] = RELATIVE.exec(text) ?? [];
  if (count !== undefined && unit !== undefined) return (nowMs) => ago(nowMs, Number(count), unit);
  const ms = toInstant(text, timezone);
  return ms === null ? null : () => ms;
}

/** Epoch ms of a stored value; null = no date. */
export function toInstant(value: Json | undefined, timezone: string): number | null {
  const date = parseLooseDate(propertyText(value));
  if (date === null) return null;
  return date.isLocal ? fromWallClock(date.ms, timezone) : date.ms;
}

function ago(nowMs: number, count: number, unit: string): number {
  if (unit === "h") return nowMs - count * HOUR_MS;
  if (unit === "d") return nowMs - count * DAY_MS;
  if (unit === "w") return nowMs - count * 7 * DAY_MS;
  return monthsAgo(nowMs, unit === "y" ? count * 12 : count);
}

/** Month by month, as SDKs go: a day that one of the months on the way lacks is lost for the rest of the way. */
function monthsAgo(nowMs: number, months: number): number {
  const date = new Date(nowMs);
  const start = date.getUTCFullYear() * 12 + date.getUTCMonth();
  let day = date.getUTCDate();
  for (let step = 1; step <= months && day > 28; step++) {
    const month = start - step;
    day = Math.min(day, daysInMonth(Math.floor(month / 12), (((month % 12) + 12) % 12) + 1));
  }
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() - months, day);
  return date.getTime();
}
