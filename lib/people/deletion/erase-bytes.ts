import * as v from "valibot";
import { sleep } from "../../base/platform.ts";
import { unavailable } from "../../base/errors.ts";
import type { HogletError } from "../../base/errors.ts";
import { cutLog, logMark } from "../../storage/wal/index.ts";
import { rest, step } from "./batch.ts";
import type { Batch } from "./batch.ts";

/**
 * The state of the bytes: `rewritten` = the file holds only live rows, its log is empty; `overwritten` = each row was
 * overwritten in place and the log is empty, but a copy may remain that SQLite left when it once moved the row between
 * pages (about one row in a thousand, measured); `kept` = nothing was done, or the database is in memory.
 */
export const ErasedBytes = v.picklist(["rewritten", "overwritten", "kept"]);
export type ErasedBytes = v.InferOutput<typeof ErasedBytes>;

/** Bytes up to which a file is rewritten by default: about a second, in which captures wait. */
const REWRITE_UP_TO_BYTES = 256 * 1024 * 1024;

/** Tries without waiting: about 0.2 s. */
const QUICK_ATTEMPTS = 20;

/** Tries with a wait, which makes writers wait too: about 10 s. */
const PATIENT_ATTEMPTS = 10;

/** Ms of each such try, far less than the 4.5 s after which a capture is refused. */
const WAIT_MS = 1000;

/** Ms between such tries; waiting captures try every 25 ms. */
const LONG_REST_MS = 100;

/**
 * Makes deleted bytes unreadable. The connection overwrites deleted rows (`secure_delete`), but a page that was split
 * may keep old copies, which only VACUUM reaches; then the log with the old pages is truncated. Long work runs in the
 * engine's thread.
 * @throws HogletError 503 when another connection always reads from the log: the schedule continues the run
 */
export async function eraseBytes(batch: Batch): Promise<ErasedBytes> {
  const { db, engineHost, log, options } = batch.ctx;
  if (options.secureDelete === false || db.sqlite.memory) return "kept";
  engineHost.removeStored();
  const isWanted = batch.vacuum || sizeBytes(batch) <= REWRITE_UP_TO_BYTES;
  const isRewritten = isWanted && (await repeat(batch, (waitMs) => engineHost.rewrite(waitMs)));
  if (isWanted && !isRewritten) log.warn("The database could not be rewritten: it is in use all the time.");
  if (db.checkpoint === "external") await awaitNewLog(batch);
  else if (!(await repeat(batch, (waitMs) => engineHost.foldLog(waitMs)))) throw stillRead();
  return isRewritten ? "rewritten" : "overwritten";
}

/** Ms between looks at the log. */
const LOOK_MS = 250;

/** Looks between renewals of the lease: five seconds, far less than its life. */
const LOOKS_PER_RENEWAL = 20;

/** Renewals until a run gives up: two minutes. Litestream copies the log after one, or sooner. */
const MOST_RENEWALS = 24;

/**
 * Waits until another program has copied the log and it begins again, then cuts off the rest.
 * @throws HogletError 503 when that does not happen: the schedule continues the run
 */
async function awaitNewLog(batch: Batch): Promise<void> {
  const { db } = batch.ctx;
  const before = logMark(db);
  for (let renewed = 0; renewed < MOST_RENEWALS; renewed++) {
    // The write also lets a copied log begin again.
    await step(batch, () => {});
    for (let looked = 0; looked < LOOKS_PER_RENEWAL; looked++) {
      if (logMark(db) !== before && cutLog(db)) return;
      await sleep(LOOK_MS);
      batch.signal.throwIfAborted();
    }
  }
  throw notCopied();
}

function notCopied(): HogletError {
  const detail =
    "Everything is deleted, but the write-ahead log holds it still: `checkpoint` is external, and no program has copied the log into the file for two minutes. See that it runs. The run goes on by itself within a minute, or with the next one.";
  return unavailable("log_not_copied", detail, undefined);
}

function sizeBytes({ ctx: { db } }: Batch): number {
  return Number(db.sql("SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()").pluck().get());
}

/** Tries until it succeeds. @returns false = no try succeeded */
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
