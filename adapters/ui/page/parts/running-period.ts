/** The lengths of periods; a month is a month of the calendar. */
type Period = "hour" | "day" | "week" | "month";

const DIGITS = /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2}))?/;
const HOUR_MS = 3_600_000;

/**
 * The first place whose period has not ended, so that its value will still grow; null = none, or no periods.
 * @param starts of the periods as the API writes them, such as 2024-03-01 or 2024-03-01 14:00:00
 * @param now of the same clock, such as 2024-03-05 09:15:30
 */
export function runningFrom(starts: readonly string[], period: string | undefined, now: string): number | null {
  const nowMs = toMs(now);
  const first = starts.findIndex((start) => nowMs !== null && (endOf(start, period) ?? -Infinity) > nowMs);
  return first === -1 ? null : first;
}

/** The instant, by the digits of its clock, `count` periods after a start; null = not a date. */
export function endOf(start: string, period = "day", count = 1): number | null {
  const ms = toMs(start);
  if (ms === null) return null;
  switch (period.toLowerCase() as Period) {
    case "hour":
      return ms + count * HOUR_MS;
    case "week":
      return ms + count * 7 * 24 * HOUR_MS;
    case "month": {
      const date = new Date(ms);
      return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + count, date.getUTCDate());
    }
    default:
      return ms + count * 24 * HOUR_MS;
  }
}

/** The digits of a clock as the epoch milliseconds at which UTC shows them; null = not a date. */
export function toMs(text: string): number | null {
  const [, year, month, day, hour = "0", minute = "0"] = DIGITS.exec(text) ?? [];
  if (year === undefined) return null;
  return Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute));
}
