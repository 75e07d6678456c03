import { setTimeout as sleep } from "node:timers/promises";
import { unavailable } from "../../base/errors.ts";
import type { HogletError } from "../../base/errors.ts";
import { rest } from "./batch.ts";
import type { Batch } from "./batch.ts";

/**
 * What became of the bytes: `rewritten` = the file holds nothing but live rows, its log is empty; `overwritten` = each row
 * was overwritten where it lay, the log is empty, but a copy that SQLite left when it once moved the row between pages may
 * be there (about one row in a thousand, measured); `kept` = nothing was done, or the database is in memory.
 */
export type Wiped = "rewritten" | "overwritten" | "kept";

/** A larger file is rewritten when asked only: this much takes about a second, in which captures wait. */
const REWRITE_UP_TO_BYTES = 256 * 1024 * 1024;

/** How often a log that somebody reads, or a file that somebody writes to, is asked for in passing: about 0.2 s. */
const QUICK_ATTEMPTS = 20;

/** How often after that with a wait, which makes writers wait too: about 10 s. */
const PATIENT_ATTEMPTS = 10;

/** Of each, in ms: far less than the 4.5 s after which a capture is refused. */
const WAIT_MS = 1000;

/** Between them, in ms: captures that waited find the database free. They look every 25 ms. */
const LONG_REST_MS = 100;

/**
 * Makes deleted bytes unreadable. The connection overwrites what it deletes (`secure_delete`), but a page that was once
 * split keeps old copies of what moved to the next, out of reach of any statement but VACUUM. Then the log goes, which
 * holds the pages as they were. What takes long is done in the engine's thread.
 * @throws HogletError 503 when another connection reads from the log all the time: the run is not finished, and the schedule
 * goes on with it
 */
export async function wipe(batch: Batch): Promise<Wiped> {
  const { db, housing, log, options } = batch.ctx;
  if (options.secureDelete === false || db.sqlite.memory) return "kept";
  const isWanted = batch.vacuum || sizeBytes(batch) <= REWRITE_UP_TO_BYTES;
  const isRewritten = isWanted && (await repeat(batch, (waitMs) => housing.rewrite(waitMs)));
  if (isWanted && !isRewritten) log.warn("The database could not be rewritten: it is in use all the time.");
  if (!(await repeat(batch, (waitMs) => housing.foldLog(waitMs)))) throw stillRead();
  return isRewritten ? "rewritten" : "overwritten";
}

function sizeBytes({ ctx: { db } }: Batch): number {
  return Number(db.sql("SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()").pluck().get());
}

/** Tries until it is done. @returns false = never */
async function repeat(batch: Batch, run: (waitMs: number) => Promise<boolean>): Promise<boolean> {
  for (let attempt = 0; attempt < QUICK_ATTEMPTS; attempt++) {
    if (await run(0)) return true;
    await rest(batch);
  }
  for (let attempt = 0; attempt < PATIENT_ATTEMPTS; attempt++) {
    if (await run(WAIT_MS)) return true;
    await sleep(LONG_REST_MS);
    batch.signal.throwIfAborted();
  }
  return false;
}

function stillRead(): HogletError {
  const detail =
    "Everything is deleted, but somebody reads the write-ahead log all the time, which holds it still. The run goes on by itself within a minute, or with the next one.";
  return unavailable("database_busy", detail, undefined);
}
