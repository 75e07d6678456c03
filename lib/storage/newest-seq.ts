import type { Db } from "./db.ts";

/**
 * The last `seq` that an event was given; 0 = none yet. From two places, as SQLite itself does it: where the bytes of one
 * are damaged, the log would end too early by it.
 */
export function newestSeq(db: Pick<Db, "sql">): number {
  return Number(
    db
      .sql(
        `SELECT max(coalesce((SELECT max(seq) FROM events), 0),
           coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'events'), 0))`,
      )
      .pluck()
      .get(),
  );
}

/** The number of deletions of events or segments so far. */
export function countDeletions(db: Pick<Db, "sql">): number {
  return Number(db.sql("SELECT deletions FROM log_changes WHERE id = 1").pluck().get());
}
