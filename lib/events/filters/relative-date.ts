import { toIso } from "../../base/clock.ts";
import { daysInMonth } from "../../base/days-in-month.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const RELATIVE = /^-?(\d{1,4})([hdwmy])$/;

/** A time ago (`-7d`, or `7d`: hours, days, weeks, months, years); null = another text. */
export function parseRelativeDate(text: string): ((nowMs: number) => number) | null {
  const [, count, unit] = RELATIVE.exec(text.trim()) ?? [];
  return count === undefined || unit === undefined ? null : (nowMs) => ago(nowMs, Number(count), unit);
}

/**
 * Filters, or a plan, with instants for relative dates, so that engines need no clock. Unchanged parts stay the same
 * objects.
 */
export function withDates<Part>(part: Part, nowMs: number): Part {
  if (typeof part !== "object" || part === null || ArrayBuffer.isView(part)) return part;
  if (Array.isArray(part)) {
    // Edges of periods: many, and no filters.
    if (typeof part[0] === "number") return part;
    const items = part.map((item: unknown) => withDates(item, nowMs));
    return items.some((item, at) => item !== part[at]) ? (items as Part) : part;
  }
  const { operator } = part as { operator?: unknown };
  const isDate = typeof operator === "string" && operator.startsWith("is_date_");
  const entries = Object.entries(part).map(([name, inner]): [string, unknown] => [
    name,
    isDate && name === "value" ? toInstants(inner, nowMs) : withDates(inner, nowMs),
  ]);
  return entries.some(([name, inner]) => inner !== part[name as keyof Part])
    ? (Object.fromEntries(entries) as Part)
    : part;
}

function toInstants(wanted: unknown, nowMs: number): unknown {
  if (Array.isArray(wanted)) return wanted.map((each) => toInstants(each, nowMs));
  const relative = typeof wanted === "string" ? parseRelativeDate(wanted) : null;
  return relative === null ? wanted : toIso(relative(nowMs));
}

function ago(nowMs: number, count: number, unit: string): number {
  if (unit === "h") return nowMs - count * HOUR_MS;
  if (unit === "d") return nowMs - count * DAY_MS;
  if (unit === "w") return nowMs - count * 7 * DAY_MS;
  return monthsAgo(nowMs, unit === "y" ? count * 12 : count);
}

/** Month by month, as SDKs do: a day that a month on the way lacks stays lost. */
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
