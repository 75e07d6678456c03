import { parseInstant } from "../../base/instant.ts";
import { isTimeZone, fromWallClock, toWallClock } from "../../base/zone-clock.ts";

/** A quarter of an hour in ms: all offsets of time zones in use are multiples of it. */
const QUARTER_MS = 900_000;
export const DAY_MS = 86_400_000;

/** The cache of offsets is then cleared: more cost memory. */
const REMEMBERED = 50_000;

/** The furthest instant that a Date can hold. */
export const LAST_MS = 8.64e15;

// Offsets by zone and quarter of an hour, because the calendar takes about 10 µs, too long for a million rows.
const offsets = new Map<string, Map<number, number>>();

/** Digits of the zone's clock, as the epoch milliseconds at which a UTC clock shows them. */
export function toWall(ms: number, zone: string): number {
  if (zone === "UTC") return ms;
  let known = offsets.get(zone);
  if (known === undefined || known.size > REMEMBERED) {
    if (!isTimeZone(zone))
      throw new Error(`"${zone.slice(0, 100)}" is no time zone; expected a name such as Europe/Berlin.`);
    offsets.set(zone, (known = new Map<number, number>()));
  }
  const quarter = Math.floor(ms / QUARTER_MS);
  let offset = known.get(quarter);
  if (offset === undefined) {
    offset = toWallClock(quarter * QUARTER_MS, zone) - quarter * QUARTER_MS;
    known.set(quarter, offset);
  }
  return ms + offset;
}

/** The first instant at which the zone's clock shows these digits. */
export function fromWall(wallMs: number, zone: string): number {
  return zone === "UTC" ? wallMs : fromWallClock(wallMs, zone);
}

/** Can a Date hold this instant? */
export function isInstant(ms: number): boolean {
  return Math.abs(ms) <= LAST_MS;
}

const OFFSET = /(?:Z|[+-]\d{2}:?\d{2})$/;
/** A day whose month or day has one digit. */
const SHORT_DAY = /^(\d{4})-(\d{1,2})-(\d{1,2})(?!\d)/;
const EPOCH_SECONDS = /^\d{9,10}(?:\.\d+)?$/;

/** Null = not a time. As in ClickHouse, text without an offset is in the zone. */
export function parseTime(value: unknown, zone: string): number | null {
  if (typeof value === "number") return toInstant(Math.trunc(value * 1000));
  if (typeof value !== "string") return null;
  if (EPOCH_SECONDS.test(value)) return parseTime(Number(value), zone);
  const text = value.trim().replace(SHORT_DAY, padDay);
  const ms = parseInstant(text);
  return ms === null || OFFSET.test(text) ? ms : toInstant(fromWall(ms, zone));
}

function padDay(_: string, year: string, month: string, day: string): string {
  return `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
}

function toInstant(ms: number): number | null {
  return isInstant(ms) ? ms : null;
}

/** `2024-01-31`, the day of the digits. */
export function toDay(wallMs: number): string | null {
  return isInstant(wallMs) ? (new Date(wallMs).toISOString().split("T")[0] ?? null) : null;
}

/** Digits of the day's midnight; NaN = not a day. */
export function fromDay(day: string): number {
  return Date.parse(`${day.slice(0, 10)}T00:00:00Z`);
}

/** `2024-01-31 08:00:00`, with `scale` digits of a fraction. */
export function toDigits(wallMs: number, scale: number): string {
  const text = new Date(wallMs).toISOString();
  const seconds = `${text.slice(0, 10)} ${text.slice(11, 19)}`;
  return scale === 0 ? seconds : `${seconds}.${text.slice(20, 23).padEnd(scale, "0").slice(0, scale)}`;
}
