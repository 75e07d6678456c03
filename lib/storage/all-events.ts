import { corrupt } from "../base/errors.ts";
import type { HogletError } from "../base/errors.ts";
import type { Db } from "./db.ts";
import { newestSeq } from "./newest-seq.ts";
import { unpackHeads } from "./placed-heads.ts";

// A page of SQLite says how many rows it has, without a checksum: a smaller number hides the last of them. Other tables know how many events
// there are, but comparing takes time: 0.1 µs for each event that is a row, and 0.1 s for 10 million in chunks. So it is done where places of
// the log have no event, since most of those were deleted, and once for each open file.

/** Places of the log, inclusive. */
interface Places {
  first: number;
  /** Not after the newest event. */
  last: number;
}

/** Up to which `seq` the rows of a file, and its chunks, were compared. */
const compared = new WeakMap<Db["sqlite"], { rows: number; chunks: number }>();

/** The places that were looked at last, and how many of them had no event. */
const holes = new WeakMap<Db["sqlite"], { first: number; count: number }>();

/**
 * Tells events that damage hides from deleted ones. Readers of the log call it.
 * @param found how many events the reader found at these places, of all projects
 * @throws corrupt when events are hidden
 */
export function requireAllEvents(db: Db, { first: from, last }: Places, found: number): void {
  const first = Math.max(from, 1);
  const count = last - first + 1 - found;
  const known = holes.get(db.sqlite);
  // The unfinished block is read again and again.
  if (count <= (known?.first === first ? known.count : 0)) return;
  compareEvents(db, { first, last });
  holes.set(db.sqlite, { first, count });
}

/** As `requireAllEvents`, for readers that know in another way that events are missing. */
export function compareEvents(db: Db, { first, last }: Places): void {
  const until = compared.get(db.sqlite) ?? { rows: 0, chunks: 0 };
  const newest = newestSeq(db);
  // The lists of uuids have all events of chunks.
  const listed = db.sql<number | null>("SELECT max(last_seq) FROM uuid_blocks").pluck().get() ?? 0;
  const hasRows = last > until.rows;
  const hasChunks = first <= listed && Math.min(last, listed) > until.chunks;
  if ((hasRows && !hasAllRows(db)) || (hasChunks && !hasAllChunks(db))) throw hiddenEvents();
  compared.set(db.sqlite, {
    rows: hasRows ? newest : until.rows,
    chunks: hasChunks ? newest : until.chunks,
  });
}

/** Has the table of events as many rows as its index of times? */
function hasAllRows({ sql }: Db): boolean {
  const isSame = sql<number>(
    "SELECT (SELECT count(*) FROM events NOT INDEXED) = (SELECT count(*) FROM events INDEXED BY events_by_timestamp)",
  );
  return isSame.pluck().get() === 1;
}

/** Is every chunk of the table of hours there, and does each cover its events? */
function hasAllChunks({ sql }: Db): boolean {
  const lost = sql(
    `SELECT 1 FROM (SELECT DISTINCT first_seq FROM event_hours) h
     WHERE NOT EXISTS (SELECT 1 FROM event_texts t WHERE t.first_seq = h.first_seq) LIMIT 1`,
  );
  if (lost.get() !== undefined) return false;
  // Another chunk begins behind most chunks.
  const beforeHoles = sql<{ last: number; data: Buffer }>(
    `SELECT last_seq AS last, data FROM event_texts t
     WHERE NOT EXISTS (SELECT 1 FROM event_texts n WHERE n.first_seq = t.last_seq + 1)`,
  );
  for (const { last, data } of beforeHoles.iterate()) if ((unpackHeads(data)?.seqs.at(-1) ?? 0) > last) return false;
  return true;
}

/** The error for events that damage hides. */
export function hiddenEvents(): HogletError {
  const detail =
    "The event log is damaged: events of it are not found. `hoglet doctor <file>` says where, and what to do.";
  return corrupt(detail, new RangeError("Events are not found."));
}
