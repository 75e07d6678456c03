import { corrupt } from "../base/errors.ts";
import type { HogletError } from "../base/errors.ts";
import type { Db } from "./db.ts";
import { headFault } from "./event-sums.ts";
import { newestSeq } from "./newest-seq.ts";
import { unpackHeads } from "./placed-heads.ts";

// SQLite has no checksum for what its pages say of rows: how many there are, where each lies, and where the next page is. Damage there hides
// rows. Other tables know which events there are, but comparing takes time: 0.3 µs for each event that is a row, and 0.3 s for 10 million in chunks. So it is done where places of the log have no event, which
// is so after a deletion too, and once for each open file.

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

/** The events that a reader found at some places, of all projects. */
export interface FoundEvents {
  count: number;
  /** Of their `seq`; null = not known. A damaged pointer shows one page twice in the place of another. */
  sum: number | null;
}

/** Counts what a reader found at these places. @param seqs in any order, also of other places */
export function countFound(seqs: readonly number[], { first, last }: Places): FoundEvents {
  const all = { count: 0, sum: 0 };
  for (const seq of seqs) {
    if (seq < first || seq > last) continue;
    all.count += 1;
    all.sum += seq;
  }
  return all;
}

/** Tells events that damage hides from deleted ones. Readers of the log call it. @throws corrupt when events are hidden */
export function requireAllEvents(db: Db, { first: from, last }: Places, { count, sum }: FoundEvents): void {
  const first = Math.max(from, 1);
  const places = last - first + 1;
  const isSum = sum === null || sum === ((first + last) / 2) * places;
  if (count === places && isSum) return;
  const known = holes.get(db.sqlite);
  // The unfinished block is read again and again.
  if (known?.first === first && places - count <= known.count) return;
  compareEvents(db, { first, last });
  holes.set(db.sqlite, { first, count: places - count });
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

/**
 * Does the table find each event of its index of times by its place? A row whose place is damaged is another that is damaged, which each
 * reader refuses.
 */
function hasAllRows({ sql }: Db): boolean {
  const lost = sql<number>(
    `SELECT count(*) FROM events i INDEXED BY events_by_timestamp
     WHERE NOT EXISTS (SELECT 1 FROM events e NOT INDEXED WHERE e.seq = i.seq)`,
  );
  const count = lost.pluck().get() ?? 0;
  if (count === 0) return true;
  const damaged = sql<number>(`SELECT count(*) FROM events e NOT INDEXED WHERE ${headFault("e")}`);
  return count <= (damaged.pluck().get() ?? 0);
}

/** Is every chunk of the table of hours there, are its values of their types, and does it cover its events? */
function hasAllChunks({ sql }: Db): boolean {
  const damaged = sql(
    `SELECT 1 FROM event_texts
       WHERE typeof(last_seq) <> 'integer' OR typeof(data) <> 'blob' OR length(data) = 0
         OR typeof(events) NOT IN ('integer', 'null')
     UNION ALL SELECT 1 FROM (SELECT DISTINCT first_seq FROM event_hours) h
       WHERE NOT EXISTS (SELECT 1 FROM event_texts t WHERE t.first_seq = h.first_seq) LIMIT 1`,
  );
  if (damaged.get() !== undefined) return false;
  // The next chunk begins behind most chunks.
  const beforeHoles = sql<{ last: number; data: Buffer }>(
    `SELECT last_seq AS last, data FROM event_texts t
     WHERE (SELECT min(n.first_seq) FROM event_texts n WHERE n.first_seq > t.first_seq) IS NOT t.last_seq + 1`,
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
