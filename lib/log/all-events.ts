import { corrupt } from "../base/errors.ts";
import type { HogletError } from "../base/errors.ts";
import type { Db } from "../storage/index.ts";
import { headFault } from "./event-sums.ts";
import { toStorageError } from "../storage/index.ts";
import { unpackHeads } from "./chunks/placed-heads.ts";

// SQLite has no checksum of a page's number of rows, of their places, and of the next page: damage there hides rows.
// Other tables know which events there should be. A connection compares them when it first meets a place of the log
// without an event, mostly a deleted one: 0.3 µs for each event that is a row, 0.3 s for 10 million in chunks.

/** Places of the log, inclusive. */
interface Places {
  first: number;
  /** The last place: not after the newest event. */
  last: number;
}

/** Connections that compared rows, and chunks. */
const compared = { rows: new WeakSet<Db["sqlite"]>(), chunks: new WeakSet<Db["sqlite"]>() };

/** The events, of all projects, found at some places. */
export interface FoundEvents {
  count: number;
  /** The sum of their `seq`; null = not known. A damaged pointer can show one page in the place of another. */
  sum: number | null;
}

/**
 * Tells hidden events from deleted ones, by the events that a reader found.
 * @param seqs in any order, also of other places
 * @throws corrupt when damage hides events
 */
export function requireAllEvents(db: Db, places: Places, seqs: readonly number[]): void {
  const found = { count: 0, sum: 0 };
  for (const seq of seqs) {
    if (seq < places.first || seq > places.last) continue;
    found.count += 1;
    found.sum += seq;
  }
  requireCounted(db, places, found);
}

/** As `requireAllEvents`, for readers that count in SQL. */
export function requireCounted(db: Db, { first: from, last }: Places, { count, sum }: FoundEvents): void {
  const first = Math.max(from, 1);
  const places = last - first + 1;
  if (count === places && (sum === null || sum === ((first + last) / 2) * places)) return;
  compareEvents(db, first);
}

/** As `requireAllEvents`, for readers that know that events are missing. @param first the first place of the walk */
export function compareEvents(db: Db, first: number): void {
  if (!compared.rows.has(db.sqlite)) {
    if (hidesRows(db)) throw hiddenEvents();
    compared.rows.add(db.sqlite);
  }
  if (compared.chunks.has(db.sqlite)) return;
  // Lists of uuids have all events of chunks.
  const listed = db.sql<number | null>("SELECT max(last_seq) FROM uuid_blocks").pluck().get() ?? 0;
  if (first > listed) return;
  if (hasDamagedChunks(db) || unlessDamaged(() => lacksChunks(db), false)) throw hiddenEvents();
  compared.chunks.add(db.sqlite);
}

/** `otherwise` where damaged pages end the comparison. */
function unlessDamaged<T>(compare: () => T, otherwise: T): T {
  try {
    return compare();
  } catch (error) {
    if (toStorageError(error).code === "storage_corrupt") return otherwise;
    throw error;
  }
}

/**
 * Does the table lack events of its index of times? An entry with a damaged `seq` has a sound row without an entry. A
 * row with a damaged `seq` leaves rows and entries equal in number; it may hide rows of its page, and readers refuse it
 * by its checksum.
 */
function hidesRows({ sql }: Db): boolean {
  const lost = `SELECT count(*) FROM events i INDEXED BY events_by_timestamp
    WHERE NOT EXISTS (SELECT 1 FROM events e NOT INDEXED WHERE e.seq = i.seq)`;
  const missing = unlessDamaged(() => sql<number>(lost).pluck().get(), undefined);
  if (missing === undefined) {
    // A broken index says nothing about events. If the index alone can be read, the table is broken.
    const entries = sql<number>("SELECT count(*) FROM events INDEXED BY events_by_timestamp").pluck();
    return unlessDamaged(() => entries.get() !== undefined, false);
  }
  if (missing === 0) return false;
  // One statement, since other processes write.
  const isHidden = sql<number>(
    `SELECT (${lost}) > (SELECT count(*) FROM events e NOT INDEXED
        WHERE NOT ${headFault("e")} AND e.seq NOT IN (SELECT i.seq FROM events i INDEXED BY events_by_timestamp))
      AND ((SELECT count(*) FROM events NOT INDEXED) <> (SELECT count(*) FROM events INDEXED BY events_by_timestamp)
        OR NOT EXISTS (SELECT 1 FROM events e NOT INDEXED WHERE ${headFault("e")}))`,
  );
  return unlessDamaged(() => isHidden.pluck().get() === 1, true);
}

/** Does a chunk of the table of hours not exist? */
function lacksChunks({ sql }: Db): boolean {
  const lost = sql(
    `SELECT 1 FROM (SELECT DISTINCT first_seq FROM event_hours) h
     WHERE NOT EXISTS (SELECT 1 FROM event_texts t WHERE t.first_seq = h.first_seq) LIMIT 1`,
  );
  return lost.get() !== undefined;
}

/** Has a chunk a value of another type, or events after its last place? */
function hasDamagedChunks({ sql }: Db): boolean {
  // A chunk without events has no bytes.
  const damaged = sql(
    `SELECT 1 FROM event_texts
     WHERE typeof(last_seq) <> 'integer' OR typeof(data) <> 'blob' OR typeof(events) <> 'integer'
       OR (length(data) = 0 AND events <> 0) LIMIT 1`,
  );
  if (damaged.get() !== undefined) return true;
  // Most chunks are followed directly.
  const beforeHoles = sql<{ last: number; data: Buffer }>(
    `SELECT last_seq AS last, data FROM event_texts t
     WHERE (SELECT min(n.first_seq) FROM event_texts n WHERE n.first_seq > t.first_seq) IS NOT t.last_seq + 1`,
  );
  for (const { last, data } of beforeHoles.iterate()) if ((unpackHeads(data)?.seqs.at(-1) ?? 0) > last) return true;
  return false;
}

export function hiddenEvents(): HogletError {
  const detail = "The event log is damaged: events of it are not found. `hoglet doctor <file>` says what to do.";
  return corrupt(detail, new RangeError("Some events are not found."));
}
