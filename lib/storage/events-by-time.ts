import type { Db } from "./db.ts";
import { HOUR_MS, hourOf } from "./event-hours.ts";
import { placesOfHour } from "./event-rows.ts";

/** Events of a project in a stretch of time. */
export interface TimeRange {
  projectId: number;
  /** Epoch ms, inclusive. */
  fromMs: number;
  /** Epoch ms, exclusive. */
  untilMs: number;
  /** The last place of the log that counts. */
  untilSeq: number;
}

/** An event's place in the log and its time. */
export interface TimePlace {
  seq: number;
  timestamp: number;
}

/** Before all stored instants, and after them. */
export const [EARLIEST_MS, LATEST_MS] = [-8.64e15, 8.64e15];

type Order = "oldest first" | "newest first";

/**
 * Events of an hour that are read at once: about 6 ms if they lie in chunks. Fewer read the chunks of an hour again and again, more block the
 * event loop for longer.
 */
const PART = 5000;

/**
 * Yields the events of a range in order of time and, where equal, of arrival, or in the opposite order: parts of an hour of at most 5,000.
 * Other work, also writes, may run between two parts.
 */
export function* eventsByTime(db: Pick<Db, "sql">, range: TimeRange, order: Order): Generator<TimePlace[], void> {
  for (const hour of hoursOf(db, range, order)) yield* partsOf(db, range, { hour, order });
}

/** A page of the events of a range, the newest first. Hours before the page are counted and not read. */
export function newestByTime(
  db: Pick<Db, "sql">,
  range: TimeRange,
  { limit, offset }: { limit: number; offset: number },
): TimePlace[] {
  const page: TimePlace[] = [];
  let left = offset;
  for (const hour of hoursOf(db, range, "newest first")) {
    if (page.length >= limit) break;
    const count = left > 0 ? countHour(db, range, hour) : Infinity;
    if (count <= left) {
      left -= count;
      continue;
    }
    for (const part of partsOf(db, range, { hour, order: "newest first", most: left + limit - page.length })) {
      page.push(...part.slice(left, left + limit - page.length));
      left = Math.max(0, left - part.length);
      if (page.length >= limit) break;
    }
  }
  return page;
}

/** Counts the events of a range, hour by hour; other work may run between two. */
export function* countByTime(db: Pick<Db, "sql">, range: TimeRange): Generator<number, void> {
  for (const hour of hoursOf(db, range, "newest first")) yield countHour(db, range, hour);
}

/** Has the project an event before this instant? */
export function hasEventBefore(db: Pick<Db, "sql">, projectId: number, beforeMs: number): boolean {
  const range = { projectId, fromMs: EARLIEST_MS, untilMs: beforeMs, untilSeq: Number.MAX_SAFE_INTEGER };
  for (const part of eventsByTime(db, range, "oldest first")) if (part.length > 0) return true;
  return false;
}

/** The time of the newest event of a project; undefined = it has none. */
export function newestTime(db: Pick<Db, "sql">, projectId: number): number | undefined {
  const range = { projectId, fromMs: EARLIEST_MS, untilMs: LATEST_MS + 1, untilSeq: Number.MAX_SAFE_INTEGER };
  return newestByTime(db, range, { limit: 1, offset: 0 })[0]?.timestamp;
}

/** The hours of a range that have events, perhaps others too. */
function* hoursOf({ sql }: Pick<Db, "sql">, range: TimeRange, order: Order): Generator<number, void> {
  const { projectId, untilMs } = range;
  // One statement, so that an event which moves into a chunk meanwhile is in one of the two.
  const next = sql<number | null>(
    order === "oldest first"
      ? `SELECT min(ms) FROM (SELECT min(timestamp) AS ms FROM events WHERE project_id = @projectId AND timestamp >= @fromMs
           UNION ALL SELECT min(hour) * ${HOUR_MS} FROM event_hours WHERE project = @projectId AND hour >= @hour)`
      : `SELECT max(ms) FROM (SELECT max(timestamp) AS ms FROM events WHERE project_id = @projectId AND timestamp < @untilMs
           UNION ALL SELECT max(hour) * ${HOUR_MS} FROM event_hours WHERE project = @projectId AND hour < @hour)`,
  ).pluck();
  if (order === "oldest first") {
    for (let fromMs = range.fromMs; ;) {
      const ms = next.get({ projectId, fromMs, hour: hourOf(fromMs) }) ?? Infinity;
      if (ms >= untilMs) return;
      yield hourOf(ms);
      fromMs = (hourOf(ms) + 1) * HOUR_MS;
    }
  }
  for (let endMs = untilMs; ;) {
    const ms = next.get({ projectId, untilMs: endMs, hour: hourOf(endMs - 1) + 1 }) ?? -Infinity;
    if (hourOf(ms) < hourOf(range.fromMs)) return;
    yield hourOf(ms);
    endMs = hourOf(ms) * HOUR_MS;
  }
}

/** A part of an hour: which, in which order, and how much is wanted. */
interface HourPart {
  hour: number;
  order: Order;
  most?: number;
}

/** The bounds of a range in an hour: inclusive, exclusive. */
function boundsOf({ fromMs, untilMs }: TimeRange, hour: number): { from: number; until: number } {
  return { from: Math.max(fromMs, hour * HOUR_MS), until: Math.min(untilMs, (hour + 1) * HOUR_MS) };
}

function* partsOf(db: Pick<Db, "sql">, range: TimeRange, part: HourPart): Generator<TimePlace[], void> {
  const { hour, order, most = PART } = part;
  const limit = Math.min(PART, most);
  const isForward = order === "oldest first";
  const sorted = isForward ? "timestamp, seq" : "timestamp DESC, seq DESC";
  // Each part begins after the end of the last. The rows of `events` come sorted out of the index events_by_timestamp.
  const next = db.sql<TimePlace>(
    `SELECT seq, timestamp FROM ${placesOfHour()}
     WHERE (timestamp, seq) ${isForward ? ">" : "<"} (@timestamp, @seq) ORDER BY ${sorted} LIMIT @limit`,
  );
  const { projectId, untilSeq } = range;
  const { from, until } = boundsOf(range, hour);
  let [timestamp, seq] = isForward ? [from, -1] : [until, -1];
  for (;;) {
    const places = next.all({ projectId, untilSeq, hour, from, until, timestamp, seq, limit });
    if (places.length > 0) yield places;
    const last = places.at(-1);
    if (last === undefined || places.length < limit) return;
    ({ timestamp, seq } = last);
  }
}

function countHour({ sql }: Pick<Db, "sql">, range: TimeRange, hour: number): number {
  const { projectId, untilSeq } = range;
  const { from, until } = boundsOf(range, hour);
  const isWhole = until - from === HOUR_MS;
  const count = sql<number>(
    isWhole
      ? `SELECT (SELECT count(*) FROM events WHERE project_id = @projectId AND timestamp >= @from AND timestamp < @until AND +seq <= @untilSeq)
           + (SELECT coalesce(sum(events), 0) FROM event_hours WHERE project = @projectId AND hour = @hour)`
      : `SELECT count(*) FROM ${placesOfHour()}`,
  );
  return count.pluck().get({ projectId, untilSeq, from, until, hour }) ?? 0;
}
