/** Length of a day of the primary key of events. */
const DAY_MS = 86_400_000;

/**
 * The test that an event is in a stretch of time. Its day is asked for too: the primary key of events has days, and ClickHouse does not
 * conclude from times to days, so that it would read the events of all time.
 */
export function within({ fromMs, untilMs }: { fromMs: number; untilMs: number }): string {
  return `ms >= ${fromMs} AND ms < ${untilMs} AND intDiv(ms, ${DAY_MS}) >= ${dayOf(fromMs)} AND intDiv(ms, ${DAY_MS}) <= ${dayOf(untilMs)}`;
}

/** Rounded towards 0, as `intDiv` does. */
function dayOf(ms: number): number {
  return Math.trunc(ms / DAY_MS) + 0;
}
