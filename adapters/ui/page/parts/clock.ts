import { toShortDate } from "./short-date.ts";

/** E.g. "2024-03-01 09:15:30" in that time zone. */
export function toClock(at: string, timeZone: string): string {
  let format = formats.get(timeZone);
  // Swedish dates are in ISO's form.
  format ??= new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "medium" });
  formats.set(timeZone, format);
  return format.format(new Date(at));
}

/** Formats by time zone: creating a format takes a hundred times as long as using it, and lists show hundreds of times. */
const formats = new Map<string, Intl.DateTimeFormat>();

const [MINUTE, HOUR, DAY] = [60, 3600, 86_400];
/** Days up to which an age says more than a date. */
const RECENT = 7;

/**
 * An instant as people say it: "just now", "3 min ago", "in 2 h", "5 d ago"; a week away it is its day, "23 Oct 2024".
 * @param now epoch milliseconds
 */
export function toAge(at: string, now: number, timeZone: string): string {
  const seconds = Math.round((now - Date.parse(at)) / 1000);
  const size = Math.abs(seconds);
  if (size >= RECENT * DAY) return toDay(toClock(at, timeZone));
  if (size < MINUTE) return seconds < 0 ? "in a moment" : "just now";
  const text =
    size < HOUR
      ? `${Math.floor(size / MINUTE)} min`
      : size < DAY
        ? `${Math.floor(size / HOUR)} h`
        : `${Math.floor(size / DAY)} d`;
  return seconds < 0 ? `in ${text}` : `${text} ago`;
}

function toDay(clock: string): string {
  const day = clock.slice(0, 10);
  return `${toShortDate(day)} ${day.slice(0, 4)}`;
}

/** The instant at which a clock in a time zone shows a text such as `2024-03-01` or `2024-03-01 14:00`; NaN for any other text. */
export function fromClock(text: string, timeZone: string): number {
  const [day = "", time = "00:00"] = text.split(/[T ]/);
  const digitsMs = Date.parse(`${day}T${time}Z`);
  if (Number.isNaN(digitsMs)) return NaN;
  const awayMs = (ms: number) => Date.parse(`${toClock(new Date(ms).toISOString(), timeZone).replace(" ", "T")}Z`) - ms;
  // The clock may be put forward or back between the two.
  const guess = digitsMs - awayMs(digitsMs);
  return digitsMs - awayMs(guess);
}
