import type { DateRangeValue } from "../../parts/date-ranges.ts";
import { fromClock, toClock } from "../../parts/clock.ts";
import { moveDay, moveMonth } from "../../parts/month-days.ts";

/** Instants as ISO text, both exclusive, as the list of events takes them; absent = no bound. */
export interface EventBounds {
  after?: string;
  before?: string;
}

const HOUR_MS = 3_600_000;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const HOURS = /^-(\d{1,5})h$/;
const RELATIVE = /^-?(\d{1,5})?([dwmqy])(Start|End)?$/;

/** The instants of a range on the project's clock: whole days, except for ranges of hours; null = unreadable dates. */
export function toEventBounds(range: DateRangeValue, nowMs: number, timeZone: string): EventBounds | null {
  const { date_from: from, date_to: to } = range;
  const today = toClock(new Date(nowMs).toISOString(), timeZone).slice(0, 10);
  const startMs = from === "all" || !from ? -Infinity : startOf(from, today, nowMs, timeZone);
  const lastDay = to ? toDay(to, today) : null;
  if (startMs === null || (to && lastDay === null)) return null;
  return {
    // The bound itself is left out.
    ...(startMs !== -Infinity && { after: new Date(startMs - 1).toISOString() }),
    ...(lastDay !== null && { before: new Date(fromClock(moveDay(lastDay, 1), timeZone)).toISOString() }),
  };
}

function startOf(text: string, today: string, nowMs: number, timeZone: string): number | null {
  const [, hours] = HOURS.exec(text) ?? [];
  if (hours !== undefined) return nowMs - Number(hours) * HOUR_MS;
  const day = toDay(text, today);
  return day === null ? null : fromClock(day, timeZone);
}

/** A day, or a date before today such as `-7d` and `-1mStart`, as a day. */
function toDay(text: string, today: string): string | null {
  if (DAY.test(text)) return Number.isNaN(Date.parse(text)) ? null : text;
  const [, count = "0", unit, edge] = RELATIVE.exec(text) ?? [];
  const by = Number(count);
  switch (unit) {
    case "d":
      return moveDay(today, -by);
    case "w":
      return moveDay(today, -7 * by);
    case "q":
      return moveDay(today, -91 * by);
    case "m":
      return ofMonth(moveMonth(today.slice(0, 7), -by), edge, today);
    case "y":
      return ofMonth(toEdgeMonth(moveMonth(today.slice(0, 7), -12 * by), edge), edge, today);
    default:
      return null;
  }
}

function toEdgeMonth(month: string, edge: string | undefined): string {
  if (edge === undefined) return month;
  return `${month.slice(0, 4)}-${edge === "Start" ? "01" : "12"}`;
}

/** The first or last day of a month, or the same day as today's, as far as the month reaches. */
function ofMonth(month: string, edge: string | undefined, today: string): string {
  const last = moveDay(`${moveMonth(month, 1)}-01`, -1);
  if (edge === "Start") return `${month}-01`;
  const same = `${month}-${today.slice(8)}`;
  return edge === "End" || same > last ? last : same;
}
