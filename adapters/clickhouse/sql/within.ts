/** A day of the primary key of events. */
const DAY_MS = 86_400_000;

/**
 * Tests that an event is in a range. It names the day too: the primary key of events has days, which ClickHouse does
 * not conclude from times, so that it would read the events of all time.
 */
export function within({ fromMs, untilMs }: { fromMs: number; untilMs: number }): string {
  return `ms >= ${fromMs} AND ms < ${untilMs} AND intDiv(ms, ${DAY_MS}) >= ${dayOf(fromMs)} AND intDiv(ms, ${DAY_MS}) <= ${dayOf(untilMs)}`;
}

/** Towards 0, as `intDiv` rounds. */
function dayOf(ms: number): number {
  return Math.trunc(ms / DAY_MS) + 0;
}
