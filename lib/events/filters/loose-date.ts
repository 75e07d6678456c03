import { withColon } from "../../base/instant.ts";
import { parseIsoTime, toIsoDay } from "../../base/iso-time.ts";

export interface LooseDate {
  ms: number;
  /** A bare `YYYY-MM-DD`: the whole (UTC) day that begins at `ms`. */
  isDay: boolean;
  /** True if the text had no offset from UTC; `ms` takes it as UTC. */
  isLocal: boolean;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const DATE_TIME =
  /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?:[T ](\d{1,2}):(\d{2})(?::(\d{2})(\.\d+)?)? ?(Z|[+-]\d{2}:?\d{2})?)?$/;
// Ten digits are seconds since 1970, thirteen milliseconds: SDKs store dates in both forms.
const UNIX_SECONDS = /^\d{10}(?:\.\d+)?$/;
const UNIX_MILLISECONDS = /^\d{13}$/;

/**
 * A date in a property or filter: ISO and its common variants (`/`, a blank for T, no seconds), or unix seconds or
 * milliseconds; UTC without an offset. Null = not a date. Source: reference/insights.md 5.3, is_date_*.
 */
export function parseLooseDate(text: string): LooseDate | null {
  const trimmed = text.trim();
  if (UNIX_SECONDS.test(trimmed)) return { ms: Math.trunc(Number(trimmed) * 1000), isDay: false, isLocal: false };
  if (UNIX_MILLISECONDS.test(trimmed)) return { ms: Number(trimmed), isDay: false, isLocal: false };
  const match = DATE_TIME.exec(trimmed);
  if (match === null) return null;
  const [, year = "", month = "", day = "", hour = "00", minute = "00", second = "00", fraction = "", offset = "Z"] =
    match;
  const time = `${hour.padStart(2, "0")}:${minute}:${second}${fraction}`;
  const ms = parseIsoTime(`${toIsoDay(year, month, day)}T${time}${withColon(offset)}`);
  return ms === null ? null : { ms, isDay: DAY.test(trimmed), isLocal: match[8] === undefined };
}
