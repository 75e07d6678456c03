import { unavailable } from "../errors.ts";
import { rest } from "./batch.ts";
import type { Batch } from "./batch.ts";

/**
 * What became of the bytes: `rewritten` = the file holds nothing but live rows, its log is empty; `overwritten` = each row
 * was overwritten where it lay, the log is empty, but a copy that SQLite left when it once moved the row between pages may
 * be there (about one row in a thousand, measured); `kept` = nothing was done, or the database is in memory.
 */
export type Wiped = "rewritten" | "overwritten" | "kept";

/** A larger file is rewritten when asked only: this much takes about a second, in which no capture is stored. */
const REWRITE_UP_TO_BYTES = 256 * 1024 * 1024;

/** How often a log that somebody reads is asked for again: about 10 s. */
const ATTEMPTS = 1000;

/**
 * Makes deleted bytes unreadable. The connection overwrites what it deletes (`secure_delete`), but a page that was once
 * split keeps old copies of what moved to the next, out of reach of any statement but VACUUM. Then the log goes, which
 * holds the pages as they were.
 * @throws HogletError 503 when another connection reads from the log all the time
 */
export async function wipe(batch: Batch): Promise<Wiped> {
  const { db, options } = batch.ctx;
  if (options.secureDelete === false || db.sqlite.memory) return "kept";
  const isRewritten = (batch.vacuum || sizeBytes(batch) <= REWRITE_UP_TO_BYTES) && rewrite(batch);
  for (let attempt = 1; !emptyLog(batch); attempt++) {
    if (attempt === ATTEMPTS) {
      throw unavailable("database_busy", "The write-ahead log is being read and cannot be emptied.", undefined);
    }
    await rest(batch);
  }
  return isRewritten ? "rewritten" : "overwritten";
}

function sizeBytes({ ctx: { db } }: Batch): number {
  return Number(db.sql("SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()").pluck().get());
}

/** False = a statement is in the middle of its rows, or another process writes. */
function rewrite({ ctx: { db, log } }: Batch): boolean {
  try {
    db.sqlite.exec("VACUUM");
    return true;
  } catch (error) {
    log.warn("the database could not be rewritten", { cause: String(error) });
    return false;
  }
}

function emptyLog({ ctx: { db } }: Batch): boolean {
  // Without the busy timeout, which would block the event loop; the caller tries again.
  const usual = Number(db.sqlite.pragma("busy_timeout", { simple: true }));
  db.sqlite.pragma("busy_timeout = 0");
  try {
    const [result] = db.sqlite.pragma("wal_checkpoint(TRUNCATE)") as { busy: number }[];
    return result?.busy === 0;
  } finally {
    db.sqlite.pragma(`busy_timeout = ${usual}`);
  }
}
