import { DateTime } from "luxon";
import { parseIsoTime } from "../../base/iso-time.ts";
import { BadRecord } from "./bad-record.ts";
import { ExactTime } from "./exact-time.ts";

// luxon (already here for questions): zones with their summer time, and formats such as dd.MM.yyyy.

/** Milliseconds in a unit. */
const UNITS: Record<string, number> = { unix_s: 1000, unix_ms: 1, unix_us: 1e-3, unix_ns: 1e-6 };

/** The unit of an epoch number, by its digits before the point; times since 2001 have no other lengths. */
const DIGITS_TO_MS: Record<number, number> = { 10: 1000, 13: 1, 16: 1e-3, 19: 1e-6 };

const EPOCH = /^(\d{10,19})(?:\.\d+)?$/;

// Date, time, fraction, zone: `2024-03-04`, `2024-03-04T10:00`, `2024-03-04 10:00:00.123456 UTC`, `…+00`, `…+0000`.
const ISO = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(:\d\d)?(?:[.,](\d+))?)?\s*(Z|UTC|[+-]\d\d(?::?\d\d)?)?$/i;

/** Excel counts days from this one, 30 December 1899 (its 1900 is a leap year). */
const EXCEL_DAY_ZERO_MS = -2_209_161_600_000;
const DAY_MS = 86_400_000;

/**
 * Epoch milliseconds of a time in an export; null = absent (nothing, or an empty text).
 * @param zone of times that have none
 * @param format `unix_s`, `unix_ms`, `unix_us`, `unix_ns`, `iso`, `excel`, or a format of luxon such as `dd.MM.yyyy`; undefined = by its look
 * @throws BadRecord for any other text
 */
export function toTime(value: unknown, zone: string, format?: string): number | null {
  if (value === undefined || value === null || value === "") return null;
  const text = typeof value === "string" ? value.trim() : typeof value === "object" ? "" : String(value as number);
  const ms =
    value instanceof Date
      ? ofDate(value, zone)
      : format === undefined || format === "iso"
        ? byLook(text, zone)
        : byFormat(text, zone, format);
  if (ms === null || Number.isNaN(ms))
    throw new BadRecord(
      `"${String(text).slice(0, 60)}" is no time ${format === undefined ? "that can be read" : `of the format "${format}"`}`,
    );
  return Math.floor(ms);
}

/** The instant at which clocks of a zone show what UTC showed at `ms`. */
export function asLocal(ms: number, zone: string): number {
  return DateTime.fromMillis(ms, { zone: "utc" }).setZone(zone, { keepLocalTime: true }).toMillis();
}

/** Formats of times that are common and that nothing tells apart from others, such as days from months. */
const FORMATS = [
  "yyyy/MM/dd HH:mm:ss",
  "yyyy/MM/dd HH:mm",
  "yyyy/MM/dd",
  "dd.MM.yyyy HH:mm:ss",
  "dd.MM.yyyy HH:mm",
  "dd.MM.yyyy",
  "dd/MM/yyyy HH:mm:ss",
  "dd/MM/yyyy HH:mm",
  "dd/MM/yyyy",
  "MM/dd/yyyy HH:mm:ss",
  "MM/dd/yyyy HH:mm",
  "MM/dd/yyyy",
  "d.M.yyyy H:mm:ss",
  "d.M.yyyy H:mm",
  "d.M.yyyy",
  "d/M/yyyy H:mm:ss",
  "d/M/yyyy H:mm",
  "d/M/yyyy",
  "M/d/yyyy H:mm:ss",
  "M/d/yyyy H:mm",
  "M/d/yyyy",
  "M/d/yyyy h:mm:ss a",
  "M/d/yyyy h:mm a",
  "EEE, dd MMM yyyy HH:mm:ss ZZZ",
  "EEE, dd MMM yyyy HH:mm:ss 'GMT'",
  "dd MMM yyyy HH:mm:ss",
  "MMM d, yyyy HH:mm:ss",
  "MMM d, yyyy h:mm:ss a",
  "yyyy-MM-dd'T'HH:mm:ss'Z[UTC]'",
  "yyyy-MM-dd'T'HH:mm:ss.SSS'Z[UTC]'",
  "yyyy-MM-dd HH:mm:ss z",
  "yyyyMMdd",
  "yyyyMMddHHmmss",
];

/** The formats in which a text can be read, for `toTime`: two where the day may be the month; none for a text that is no time. */
export function formatsOf(text: string): string[] {
  const reads = (format: string) => DateTime.fromFormat(text.trim(), format, { locale: "en" }).isValid;
  const found = FORMATS.find(reads);
  if (found === undefined) return [];
  const swapped = found.replace(/^(d+)\/(M+)/, "$2/$1");
  return swapped !== found && reads(swapped) ? [found, swapped] : [found];
}

function ofDate(date: Date, zone: string): number {
  const isLocal = date instanceof ExactTime && date.isLocal && !isUtc(zone);
  return isLocal ? asLocal(date.getTime(), zone) : date.getTime();
}

function byLook(text: string, zone: string): number | null {
  const digits = EPOCH.exec(text)?.[1];
  const unit = digits === undefined ? undefined : DIGITS_TO_MS[digits.length];
  if (unit !== undefined) return toEpoch(text, unit);
  const match = ISO.exec(text);
  if (match === null) return null;
  const [, day = "", clock = "00:00", seconds = ":00", fraction = "", offset] = match;
  const wall = parseIsoTime(`${day}T${clock}${seconds}.${fraction.slice(0, 3).padEnd(3, "0")}${toOffset(offset)}`);
  return wall === null || offset !== undefined || isUtc(zone) ? wall : asLocal(wall, zone);
}

function byFormat(text: string, zone: string, format: string): number | null {
  const unit = UNITS[format];
  if (unit !== undefined) return toEpoch(text, unit);
  if (format === "excel") {
    const wall = /^\d{1,6}(?:\.\d+)?$/.test(text) ? Math.round(EXCEL_DAY_ZERO_MS + Number(text) * DAY_MS) : null;
    return wall === null || isUtc(zone) ? wall : asLocal(wall, zone);
  }
  const parsed = DateTime.fromFormat(text, format, { zone, locale: "en" });
  return parsed.isValid ? parsed.toMillis() : null;
}

/** Microseconds and nanoseconds have more digits than a number holds; those beyond the millisecond are dropped. */
function toEpoch(text: string, unit: number): number | null {
  if (!/^-?\d{1,19}(?:\.\d+)?$/.test(text)) return null;
  if (unit >= 1) return Math.floor(Number((Number(text) * unit).toFixed(3)));
  const [whole = "0", fraction = "0"] = text.split(".");
  const [units, perMs] = [BigInt(whole), BigInt(Math.round(1 / unit))];
  // Before 1970 too, the millisecond that has begun.
  const isBetween = units % perMs !== 0n || /[^0]/.test(fraction);
  return Number(units / perMs) - (text.startsWith("-") && isBetween ? 1 : 0);
}

function toOffset(offset: string | undefined): string {
  if (offset === undefined || /^(?:z|utc)$/i.test(offset)) return "Z";
  const digits = offset.replace(":", "");
  return `${digits.slice(0, 3)}:${digits.slice(3).padEnd(2, "0")}`;
}

function isUtc(zone: string): boolean {
  return zone === "UTC" || zone === "utc";
}
