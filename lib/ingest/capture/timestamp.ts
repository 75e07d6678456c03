import { DateTime } from "luxon";
import { parseIsoTime, toIsoDay } from "../../base/iso-time.ts";

/** All information about the time of an event. */
export interface TimeClues {
  /** The text that was sent; null = not sent. */
  timestamp: string | null;
  /** Age in ms; null = not sent. */
  offsetMs: number | null;
  /** The client's clock at sending; null = unknown. */
  sentAtMs: number | null;
  /** The server's clock at arrival. */
  nowMs: number;
  /** Trust `timestamp` (`properties.$ignore_sent_at`). */
  ignoreSentAt: boolean;
}

/** An event's time; `warning` = the type of its ingestion warning, null = none. */
export interface EventTime {
  timestampMs: number;
  warning: string | null;
}

// Ms by which a client's clock may lead: a wrong timezone explains less than a day.
const LATEST_LEAD_MS = 23 * 60 * 60 * 1000;
// Start of year 0 (Date.UTC reads 0 as 1900), end of year 9999.
const EARLIEST_MS = -62_167_219_200_000;
const LATEST_MS = 253_402_300_799_999;

/** The type of warning for a time that was moved into bounds. */
const CLAMPED = "clamped_event_timestamp";

/**
 * Epoch ms (reference/capture.md 4): the timestamp corrected by the error of the client's clock, or now minus the
 * offset, which wins. More than 23 h ahead becomes now; before year 0 or after 9999 becomes 1970-01-01, with the
 * warning `clamped_event_timestamp`. An unreadable timestamp counts as none, with `ignored_invalid_timestamp`.
 */
export function eventTime(clues: TimeClues): EventTime {
  const { timestamp, nowMs, offsetMs } = clues;
  const sentAtMs = clues.ignoreSentAt ? null : clues.sentAtMs;
  const parsedMs = timestamp === null ? null : parseTimestamp(timestamp);
  const warning = timestamp !== null && parsedMs === null ? "ignored_invalid_timestamp" : null;

  let timestampMs = nowMs;
  if (offsetMs !== null) timestampMs = nowMs - offsetMs;
  else if (parsedMs !== null) timestampMs = sentAtMs === null ? parsedMs : parsedMs - (sentAtMs - nowMs);

  if (timestampMs > nowMs + LATEST_LEAD_MS) return { timestampMs: nowMs, warning: CLAMPED };
  if (timestampMs < EARLIEST_MS || timestampMs > LATEST_MS) return { timestampMs: 0, warning: CLAMPED };
  return { timestampMs, warning };
}

/**
 * Epoch ms; null = another text. Accepts RFC 3339 and looser ISO 8601 (short zones, date only, week and ordinal dates,
 * a blank instead of `T`), slashes (`2021/10/29`, `10/29/2021`), RFC 2822, signed years, and epoch seconds or
 * milliseconds as digits. UTC without a zone.
 */
export function parseTimestamp(text: string): number | null {
  return parseIsoTime(text) ?? parseUncommon(text.trim());
}

const UTC = { zone: "utc" };

// ISO texts with a date: year; year and month, day of the year or week; all in digits. luxon reads shorter texts
// (`10:30`, `1030Z`, `1030-03:30`) as today by the system's clock.
const ISO_DATE = /^(?:\d{4}|[+-]\d{6})(?:$|-\d\d(?:$|[-T ])|-\d{3}(?:$|[T ])|-?W\d|\d{2,4}(?:$|[T ]))/;

function parseUncommon(text: string): number | null {
  const epochMs = parseEpoch(text);
  if (epochMs !== null) return epochMs;
  const dashed = toDashes(withLongYear(text));
  const isIso = ISO_DATE.test(dashed);
  const parsed = isIso ? parseIso(dashed) : DateTime.fromRFC2822(text, UTC);
  return parsed.isValid ? parsed.toMillis() : null;
}

function parseIso(text: string): DateTime {
  const parsed = DateTime.fromISO(text.replace(/^(\S+)\s+(?=\d)/, "$1T"), UTC);
  return parsed.isValid ? parsed : DateTime.fromSQL(text, UTC);
}

// Shorter digits are years and compact dates; from this length they are seconds after 1973 or milliseconds.
const EPOCH = /^\d{9,16}(?:\.\d+)?$/;
// In seconds the year 5138, in milliseconds 1973: larger numbers are milliseconds.
const FIRST_MILLISECONDS = 1e11;

function parseEpoch(text: string): number | null {
  if (!EPOCH.test(text)) return null;
  const value = Number(text);
  const ms = Math.round(value < FIRST_MILLISECONDS ? value * 1000 : value);
  return DateTime.fromMillis(ms, UTC).isValid ? ms : null;
}

/** ISO needs six digits after a sign. */
function withLongYear(text: string): string {
  return text.replace(/^([+-])(\d{4,5})(?=-)/, (_, sign: string, year: string) => sign + year.padStart(6, "0"));
}

function toDashes(text: string): string {
  return text
    .replace(/^(\d{4})\/(\d{1,2})\/(\d{1,2})(?!\d)/, (_, year: string, month: string, day: string) =>
      toIsoDay(year, month, day),
    )
    .replace(/^(\d{1,2})\/(\d{1,2})\/(\d{4})(?!\d)/, (_, month: string, day: string, year: string) =>
      toIsoDay(year, month, day),
    );
}
