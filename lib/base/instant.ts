import { daysInMonth } from "./days-in-month.ts";

const ISO =
  /^(\d{4})-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])(?:[T ]([01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?)?$/;

/**
 * Epoch milliseconds of an ISO date-time; null when the text is not an ISO date-time. UTC without an offset, midnight
 * without a time; digits beyond the millisecond are dropped. `Date.parse` alone would accept "1 May", local time and 30
 * February.
 */
export function parseInstant(text: string): number | null {
  const match = ISO.exec(text);
  if (match === null) return null;
  const [, year, month, day, hour, offset] = match;
  if (Number(day) > 28 && Number(day) > daysInMonth(Number(year), Number(month))) return null;
  const ms = Date.parse(hour !== undefined && offset === undefined ? `${text}Z` : text);
  return Number.isNaN(ms) ? null : ms;
}
