// Days and hours are texts of the API on the project's clock, such as 2024-03-01 or 2024-03-01 14:00:00. They are shown by their
// digits, so that no time zone moves them.

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const WEEKDAYS = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];
const DIGITS = /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}:\d{2}))?/;

/** A day or hour for an axis: `23 Oct`, `23 Oct 14:00`; a month is `Oct 2024`. Any other text stays. */
export function toShortDate(text: string, isMonth = false): string {
  const [, year, month, day, clock] = DIGITS.exec(text) ?? [];
  if (month === undefined) return text;
  const name = MONTHS[Number(month) - 1] ?? month;
  if (isMonth) return `${name} ${year}`;
  return `${Number(day)} ${name}${clock === undefined ? "" : ` ${clock}`}`;
}

/** A day or hour with its weekday and year: `Wed 23 Oct 2024`. Any other text stays. */
export function toLongDate(text: string): string {
  const [, year, month, day, clock] = DIGITS.exec(text) ?? [];
  if (month === undefined) return text;
  const weekday = WEEKDAYS[new Date(Date.UTC(Number(year), Number(month) - 1, Number(day))).getUTCDay()];
  return `${weekday} ${toShortDate(`${year}-${month}-${day}`)} ${year}${clock === undefined ? "" : ` ${clock}`}`;
}
