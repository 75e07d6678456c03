import { DAY_MS } from "./wall-clock.ts";

/** A way to count weeks, as MySQL and ClickHouse number them. */
interface Mode {
  isFromMonday: boolean;
  /** Days before week 1 belong to the last week of the year before, or else to week 0. */
  hasYear: boolean;
  /** Days of week 1 that are in the year, at least. */
  least: 1 | 4 | 7;
}

function toMode(mode: number): Mode {
  const number = ((Math.trunc(mode) % 10) + 10) % 10;
  const isFromMonday = number % 2 === 1;
  // In the last two, week 1 has 1 January; in the others four days or all, by turns.
  if (number > 7) return { isFromMonday, hasYear: true, least: 1 };
  const isWhole = number < 4 ? !isFromMonday : isFromMonday;
  return { isFromMonday, hasYear: number % 4 > 1, least: isWhole ? 7 : 4 };
}

/** The week of a day. @param hasYear count the days before week 1 with the year before, in every mode */
export function weekOf(wallMs: number, mode: number, hasYear = false): [year: number, week: number] {
  const day = Math.floor(wallMs / DAY_MS);
  const year = new Date(wallMs).getUTCFullYear();
  const { isFromMonday, least, ...own } = toMode(mode);
  const first = firstDay(year, isFromMonday, least);
  const isWithYear = hasYear || own.hasYear;
  if (day < first) {
    if (!isWithYear) return [year, 0];
    return [year - 1, Math.floor((day - firstDay(year - 1, isFromMonday, least)) / 7) + 1];
  }
  if (isWithYear && day >= firstDay(year + 1, isFromMonday, least)) return [year + 1, 1];
  return [year, Math.floor((day - first) / 7) + 1];
}

/** The first day of week 1, in days since 1970. */
function firstDay(year: number, isFromMonday: boolean, least: number): number {
  const newYear = Date.UTC(year, 0, 1) / DAY_MS;
  // 1 January 1970 was a Thursday.
  const daysBefore = (((newYear + 4 - Number(isFromMonday)) % 7) + 7) % 7;
  return 7 - daysBefore >= least ? newYear - daysBefore : newYear - daysBefore + 7;
}
