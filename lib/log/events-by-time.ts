import type { Db } from "../storage/index.ts";
import { ChunkPlaces, compareInTime } from "./chunk-places.ts";
import type { TimePlace } from "./chunk-places.ts";
import { HOUR_MS, hourOf } from "./event-hours.ts";
import type { HourRange } from "./event-rows.ts";

export type { TimePlace } from "./chunk-places.ts";

export interface TimeRange {
  projectId: number;
  /** Epoch ms, inclusive. @default the beginning */
  fromMs?: number;
  /** Epoch ms, exclusive. @default the end */
  untilMs?: number;
  /** The last place that counts. @default any */
  untilSeq?: number;
}

type Range = Required<TimeRange>;

function bounded({ projectId, fromMs, untilMs, untilSeq = Number.MAX_SAFE_INTEGER }: TimeRange): Range {
  return {
    projectId,
    fromMs: Math.max(fromMs ?? EARLIEST_MS, EARLIEST_MS),
    untilMs: Math.min(untilMs ?? LATEST_MS + 1, LATEST_MS + 1),
    untilSeq,
  };
}

/** Instants before all stored instants, and after them. */
export const [EARLIEST_MS, LATEST_MS] = [-8.64e15, 8.64e15];

type Order = "oldest first" | "newest first";

/** Events read at once: about 6 ms of the event loop as rows. */
const PART = 5000;

/**
 * Most events of chunks in a span of several hours, 50 bytes each. Fewer unpack chunks in no order of time more often.
 */
const MOST_IN_SPAN = 20_000;

/** The most hours of a span, a year. */
const MOST_HOURS = 8784;

/**
 * Yields the events of a range by time, then arrival, or the reverse, in parts of at most 5,000, which may be empty.
 * Other work, even writes, may run between parts.
 */
export function* eventsByTime(db: Pick<Db, "sql">, wanted: TimeRange, order: Order): Generator<TimePlace[], void> {
  const range = bounded(wanted);
  for (const span of spansOf(db, range, order)) yield* partsOf(db, range, { span, order });
}

/** Other work may run when it yields. */
type PageSteps = Generator<undefined, TimePlace[]>;

/** The newest first. Spans before the page are only counted. */
export function* newestByTime(
  db: Pick<Db, "sql">,
  wanted: TimeRange,
  { limit, offset }: { limit: number; offset: number },
): PageSteps {
  const range = bounded(wanted);
  const page: TimePlace[] = [];
  let left = offset;
  for (const span of spansOf(db, range, "newest first")) {
    if (page.length >= limit) break;
    const count = left > 0 ? yield* countSpan(db, range, span) : Infinity;
    if (count <= left) {
      left -= count;
      continue;
    }
    for (const part of partsOf(db, range, { span, order: "newest first", most: left + limit - page.length })) {
      page.push(...part.slice(left, left + limit - page.length));
      left = Math.max(0, left - part.length);
      if (page.length >= limit) break;
      yield;
    }
  }
  return page;
}

/** Other work may run when it yields. */
export function* countByTime(db: Pick<Db, "sql">, wanted: TimeRange): Generator<undefined, number> {
  const range = bounded(wanted);
  let count = 0;
  for (const span of spansOf(db, range, "newest first")) {
    count += yield* countSpan(db, range, span);
    yield;
  }
  return count;
}

/**
 * Has the project events in this time? Rows and whole hours tell by their indexes; chunks are read for the first and
 * last hour.
 */
export function hasEvents(db: Pick<Db, "sql">, wanted: Omit<TimeRange, "untilSeq">): boolean {
  const { projectId, fromMs, untilMs } = bounded(wanted);
  const found = db
    .sql<number>(
      `SELECT EXISTS (SELECT 1 FROM events WHERE project_id = @projectId AND timestamp >= @fromMs AND timestamp < @untilMs)
         OR EXISTS (SELECT 1 FROM event_hours WHERE project = @projectId AND hour > @first AND hour < @last)`,
    )
    .pluck();
  if (found.get({ projectId, fromMs, untilMs, first: hourOf(fromMs), last: hourOf(untilMs - 1) }) === 1) return true;
  const steps = newestByTime(db, wanted, { limit: 1, offset: 0 });
  let step = steps.next();
  while (step.done !== true) step = steps.next();
  return step.value.length > 0;
}

/**
 * Hours of a range in order, without empty hours: one, or several with few events. Each span begins at an hour with
 * events.
 */
function* spansOf(db: Pick<Db, "sql">, range: Range, order: Order): Generator<HourRange, void> {
  const { projectId, fromMs, untilMs } = range;
  const isForward = order === "oldest first";
  // One statement, so that an event that moves into a chunk meanwhile counts once.
  const next = db
    .sql<number | null>(
      isForward
        ? `SELECT min(ms) FROM (SELECT min(timestamp) AS ms FROM events WHERE project_id = @projectId AND timestamp >= @edgeMs
             UNION ALL SELECT min(hour) * ${HOUR_MS} FROM event_hours WHERE project = @projectId AND hour >= @hour)`
        : `SELECT max(ms) FROM (SELECT max(timestamp) AS ms FROM events WHERE project_id = @projectId AND timestamp < @edgeMs
             UNION ALL SELECT max(hour) * ${HOUR_MS} FROM event_hours WHERE project = @projectId AND hour < @hour)`,
    )
    .pluck();
  const [leastHour, mostHour] = [hourOf(fromMs), hourOf(untilMs - 1)];
  let hours = 1;
  for (let edgeMs = isForward ? fromMs : untilMs; ;) {
    const ms = next.get({ projectId, edgeMs, hour: isForward ? hourOf(edgeMs) : hourOf(edgeMs - 1) + 1 });
    if (ms === null || ms === undefined || hourOf(ms) < leastHour || hourOf(ms) > mostHour) return;
    const start = hourOf(ms);
    const spanOf = (length: number) =>
      isForward
        ? { first: start, last: Math.min(start + length - 1, mostHour) }
        : { first: Math.max(start - length + 1, leastHour), last: start };
    let count = countInChunks(db, projectId, spanOf(hours));
    while (hours > 1 && count > MOST_IN_SPAN) {
      hours = Math.ceil(hours / 4);
      count = countInChunks(db, projectId, spanOf(hours));
    }
    const span = spanOf(hours);
    yield span;
    if (count < MOST_IN_SPAN / 4) hours = Math.min(2 * hours, MOST_HOURS);
    edgeMs = isForward ? (span.last + 1) * HOUR_MS : span.first * HOUR_MS;
  }
}

function countInChunks({ sql }: Pick<Db, "sql">, projectId: number, { first, last }: HourRange): number {
  return (
    sql<number>("SELECT coalesce(sum(events), 0) FROM event_hours WHERE project = ? AND hour BETWEEN ? AND ?")
      .pluck()
      .get(projectId, first, last) ?? 0
  );
}

/** A span, its order, and how much of it is wanted. */
interface SpanPart {
  span: HourRange;
  order: Order;
  most?: number;
}

/** The bounds of a range in a span: inclusive, exclusive. */
function boundsOf({ fromMs, untilMs }: Range, { first, last }: HourRange): { from: number; until: number } {
  return { from: Math.max(fromMs, first * HOUR_MS), until: Math.min(untilMs, (last + 1) * HOUR_MS) };
}

/** The events of a range in a span that lie in chunks. */
function placesIn(db: Pick<Db, "sql">, range: Range, hours: HourRange): ChunkPlaces {
  const { projectId, untilSeq } = range;
  const wanted = { projectId, untilSeq, hours, ...boundsOf(range, hours) };
  return new ChunkPlaces(wanted, countInChunks(db, projectId, hours));
}

function* partsOf(db: Pick<Db, "sql">, range: Range, part: SpanPart): Generator<TimePlace[], void> {
  const { span, order, most = PART } = part;
  const limit = Math.min(PART, most);
  const isForward = order === "oldest first";
  const direction = isForward ? 1 : -1;
  // Sorted by the index events_by_timestamp.
  const rows = db.sql<TimePlace>(
    `SELECT seq, timestamp FROM events
     WHERE project_id = @projectId AND timestamp >= @from AND timestamp < @until AND +seq <= @untilSeq
       AND (timestamp, seq) ${isForward ? ">" : "<"} (@timestamp, @seq)
     ORDER BY timestamp ${isForward ? "" : "DESC"}, seq ${isForward ? "" : "DESC"} LIMIT @limit`,
  );
  const { projectId, untilSeq } = range;
  const { from, until } = boundsOf(range, span);
  const inChunks = placesIn(db, range, span);
  // Each part begins after the end of the last.
  let place: TimePlace = isForward ? { timestamp: from, seq: -1 } : { timestamp: until, seq: -1 };
  for (;;) {
    // The rows count only if no event has moved since the chunks were read.
    while (!inChunks.isCurrent(db)) for (const _ of inChunks.read(db)) yield [];
    const inRows = rows.all({ projectId, untilSeq, from, until, ...place, limit });
    if (!inChunks.isCurrent(db)) continue;
    const places = merge(inRows, inChunks.after(place, direction, limit), direction).slice(0, limit);
    if (places.length > 0) yield places;
    const last = places.at(-1);
    if (last === undefined || places.length < limit) return;
    place = last;
  }
}

/** Joins two lists in the order of time. */
function merge(a: readonly TimePlace[], b: readonly TimePlace[], direction: 1 | -1): readonly TimePlace[] {
  if (a.length === 0 || b.length === 0) return a.length === 0 ? b : a;
  return [...a, ...b].toSorted((one, other) => compareInTime(one, other) * direction);
}

function* countSpan(db: Pick<Db, "sql">, range: Range, span: HourRange): Generator<undefined, number> {
  const { projectId, untilSeq } = range;
  const { from, until } = boundsOf(range, span);
  const inRows = `SELECT count(*) FROM events
    WHERE project_id = @projectId AND timestamp >= @from AND timestamp < @until AND +seq <= @untilSeq`;
  const places = { projectId, untilSeq, from, until };
  if (until - from === (span.last - span.first + 1) * HOUR_MS) {
    // One statement, so that an event that moves into a chunk meanwhile counts once.
    const inHours = `SELECT coalesce(sum(events), 0) FROM event_hours WHERE project = @projectId AND hour BETWEEN @first AND @last`;
    return (
      db
        .sql<number>(`SELECT (${inRows}) + (${inHours})`)
        .pluck()
        .get({ ...places, ...span }) ?? 0
    );
  }
  const ofRows = db.sql<number>(inRows).pluck();
  const inChunks = placesIn(db, range, span);
  for (;;) {
    while (!inChunks.isCurrent(db)) for (const _ of inChunks.read(db)) yield;
    const count = ofRows.get(places) ?? 0;
    if (inChunks.isCurrent(db)) return count + inChunks.count;
  }
}
