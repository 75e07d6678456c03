/** Words of answers for people: counts, shares, spans of time, days and ranges. All digits are those of the project's clock. */

const COUNT = new Intl.NumberFormat("en-US", { maximumFractionDigits: 2 });

/** A number for people: `1,204`, `12.35`. */
export function toCount(value: number): string {
  return COUNT.format(value);
}

/** A share, from 0 to 1, for people: `27.9 %`. */
export function toShare(share: number): string {
  const percent = Math.round(share * 1000) / 10;
  return `${percent} %`;
}

/** A number with its noun: `1 person`, `1,204 persons`. */
export function counted(value: number, noun: string): string {
  return `${toCount(value)} ${noun}${value === 1 ? "" : "s"}`;
}

const DAY = 86_400;
const HOUR = 3600;
const MINUTE = 60;

/** Seconds as the two largest units: `1 d 14 h`, `3 min`, `4.2 s`. */
export function toSpan(seconds: number): string {
  const size = Math.abs(seconds);
  const sign = seconds < 0 ? "−" : "";
  for (const [large, small, names] of SPANS) {
    const rounded = Math.round(size / small) * small;
    if (rounded < large) continue;
    const rest = (rounded % large) / small;
    return `${sign}${toCount(Math.floor(rounded / large))} ${names[0]}${rest === 0 ? "" : ` ${rest} ${names[1]}`}`;
  }
  return `${sign}${size < 10 ? Math.round(size * 10) / 10 : Math.round(size)} s`;
}

const SPANS: readonly (readonly [large: number, small: number, names: readonly [string, string]])[] = [
  [DAY, HOUR, ["d", "h"]],
  [HOUR, MINUTE, ["h", "min"]],
  [MINUTE, 1, ["min", "s"]],
];

const WEEKDAYS = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];
const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** The digits of a day or time, such as `2026-11-16` or `2026-11-16T07:00:00+01:00`; their offset is left out. */
interface Digits {
  year: number;
  /** 1 to 12. */
  month: number;
  day: number;
  /** The time of day, such as `07:00`; null = a day without a time. */
  time: string | null;
}

function readDigits(text: string): Digits | null {
  const match = /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d:\d\d))?/.exec(text);
  if (match === null) return null;
  const [, year, month, day, time = null] = match;
  return { year: Number(year), month: Number(month), day: Number(day), time };
}

/** The start of a period as a row shows it: `Mon 16 Nov`, `16 Nov 07:00`, `week of 16 Nov`, `Nov 2026`. */
export function toPeriod(text: string, interval: string): string {
  const digits = readDigits(text);
  if (digits === null) return text;
  const { year, month, day, time } = digits;
  const short = `${day} ${MONTHS[month - 1] ?? ""}`;
  if (interval === "month") return `${MONTHS[month - 1] ?? ""} ${year}`;
  if (interval === "week") return `week of ${short}`;
  if (interval === "hour" || interval === "minute") return `${short} ${time ?? "00:00"}`;
  return `${WEEKDAYS[new Date(Date.UTC(year, month - 1, day)).getUTCDay()] ?? ""} ${short}`;
}

/** An instant: `16 Nov 2026 07:00`. */
export function toMoment(text: string): string {
  const digits = readDigits(text);
  if (digits === null) return text;
  const { year, month, day, time } = digits;
  return `${day} ${MONTHS[month - 1] ?? ""} ${year}${time === null ? "" : ` ${time}`}`;
}

/**
 * A range of two instants: `16 – 23 Nov 2026`; with the time of day where it begins or ends within a day.
 * @param range ISO texts with the offset of the project's clock
 */
export function toRange({ date_from: from, date_to: to }: { date_from: string; date_to: string }): string {
  const [first, last] = [readDigits(from), readDigits(to)];
  if (first === null || last === null) return `${from} – ${to}`;
  const isWhole = first.time === "00:00" && (last.time === "23:59" || last.time === "00:00" || last.time === null);
  if (!isWhole) return `${toMoment(from)} – ${toMoment(to)}`;
  const end = `${last.day} ${MONTHS[last.month - 1] ?? ""} ${last.year}`;
  if (first.year !== last.year) return `${first.day} ${MONTHS[first.month - 1] ?? ""} ${first.year} – ${end}`;
  if (first.month !== last.month) return `${first.day} ${MONTHS[first.month - 1] ?? ""} – ${end}`;
  return first.day === last.day ? end : `${first.day} – ${end}`;
}
