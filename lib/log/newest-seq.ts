import type { Db } from "../storage/index.ts";
import { eventsBetween } from "./event-rows.ts";

/** The last `seq` of chunks; damage can make it anything. */
const LAST_OF_CHUNKS = `coalesce((SELECT iif(typeof(last_seq) = 'integer', last_seq, 0) FROM event_texts ORDER BY first_seq DESC LIMIT 1), 0)`;

/** The last `seq` given; 0 = none. From several places, since damage in one would end the log early. */
export function newestSeq(db: Pick<Db, "sql">): number {
  return Number(
    db
      .sql(
        `SELECT max(coalesce((SELECT max(seq) FROM events), 0), ${LAST_OF_CHUNKS},
           coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'events'), 0))`,
      )
      .pluck()
      .get(),
  );
}

/** The last `seq` in chunks, up to which every event was checked; 0 = none. */
export function compactedSeq({ sql }: Pick<Db, "sql">): number {
  return sql<number>(`SELECT ${LAST_OF_CHUNKS}`).pluck().get() ?? 0;
}

/** Lets the log go on behind this `seq`, as if a row there had been deleted. Within a transaction. */
export function setNewestSeq({ sql }: Pick<Db, "sql">, seq: number): void {
  if (sql("UPDATE sqlite_sequence SET seq = ? WHERE name = 'events'").run(seq).changes > 0) return;
  sql("INSERT INTO sqlite_sequence (name, seq) VALUES ('events', ?)").run(seq);
}

/** The next event after a place of the log, of any project; undefined = there is none. */
function nextSeq({ sql }: Pick<Db, "sql">, seq: number): number | undefined {
  const inRows = sql<number | null>("SELECT min(seq) FROM events WHERE seq > ?").pluck().get(seq) ?? undefined;
  // A chunk around the place may have no event after it.
  const chunks = sql<{ first: number; last: number }>(
    `SELECT first_seq AS first, last_seq AS last FROM event_texts
     WHERE first_seq >= coalesce((SELECT max(first_seq) FROM event_texts WHERE first_seq <= @seq), 0) AND last_seq > @seq AND events > 0
     ORDER BY first_seq LIMIT 2`,
  );
  const least = sql<number | null>(`SELECT min(seq) FROM ${eventsBetween("@first", "@last")}`).pluck();
  for (const { first, last } of chunks.all({ seq })) {
    if (inRows !== undefined && inRows < first) return inRows;
    const found = least.get({ first: Math.max(first, seq + 1), last });
    if (typeof found === "number") return found;
  }
  return inRows;
}

/** Is there an event after this place of the log, of any project? */
export function hasEventAfter(db: Pick<Db, "sql">, seq: number): boolean {
  return nextSeq(db, seq) !== undefined;
}

/** A place of the log at which a walk may pause: at most `count` events lie between it and the given place, and one at least, if there is one. */
export function seqAfter(db: Pick<Db, "sql">, seq: number, count: number): number {
  return (nextSeq(db, seq) ?? seq + 1) - 1 + count;
}

/** Deletions of events or segments. */
export function countDeletions(db: Pick<Db, "sql">): number {
  return Number(db.sql("SELECT deletions FROM log_changes WHERE id = 1").pluck().get());
}
