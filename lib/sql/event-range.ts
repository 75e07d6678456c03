import { LOG_VIEWS } from "../log/index.ts";
import type { HourRange } from "../log/index.ts";
import type { Statement, TimeBounds, Reader } from "../hogql/index.ts";

const HOUR_MS = 3_600_000;

/** Hours before and after all stored instants. */
const [FIRST, LAST] = [-2.4e9, 2.4e9];

/** The hours that a statement's conditions allow; null = all. */
export function rangeOf(
  db: Reader,
  { eventTimes, values }: Pick<Statement, "eventTimes" | "values">,
): HourRange | null {
  const first = least(eventTimes.map(({ low }) => hourOf(db, low, values) ?? FIRST));
  const last = -least(eventTimes.map(({ high }) => -(hourOf(db, high, values) ?? LAST)));
  return first <= FIRST && last >= LAST ? null : { first, last };
}

/** No number = no bound. */
function least(hours: readonly number[]): number {
  return hours.length === 0 ? FIRST : Math.min(...hours);
}

function hourOf(db: Reader, sql: TimeBounds["low"], values: Statement["values"]): number | null {
  if (sql === null) return null;
  const ms = db.prepare(`SELECT ${sql}`).pluck().get(values);
  return typeof ms === "number" ? Math.floor(ms / HOUR_MS) : null;
}

/** Events searched at first, a few ms; each further time 16 times as many. */
const [LEAST, MORE] = [4000, 16];

/**
 * Ranges to search for the first rows by time: the newest hours first (or the oldest), more of them each time. As many
 * rows as wanted are the right ones, since all events beyond the range come after them.
 */
export function* rangesInOrder(
  db: Reader,
  projectId: number,
  whole: HourRange | null,
  { isDescending, wanted }: NonNullable<Statement["sortedByTime"]>,
): Generator<HourRange | null, void> {
  const { first, last } = whole ?? { first: FIRST, last: LAST };
  const ends: number[] = [];
  let [count, step] = [0, LEAST + 4 * wanted];
  for (const [hour, events] of LOG_VIEWS.countsByHour(db, projectId, { first, last }, isDescending)) {
    count += events;
    if (count < step) continue;
    ends.push(hour);
    step *= MORE;
  }
  for (const end of ends) yield isDescending ? { first: end, last } : { first, last: end };
  yield whole;
}
