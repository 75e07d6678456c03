import { isBusyError } from "../../base/errors.ts";
import { nextTurn } from "../../base/platform.ts";
import type { Context } from "../context.ts";
import { headFault } from "../event-sums.ts";
import { damagedEvent } from "../damaged-event.ts";
import { eventsBetween } from "../event-rows.ts";
import { hasEventAfter, seqAfter } from "../newest-seq.ts";
import { tryWrite, write } from "../../storage/index.ts";

/** Rows between two turns of the event loop: some 10 ms. */
const CHUNK = 1000;

/** The table, then the rows of the log that are not in it yet. */
const INDEX_AND_LOG = `(SELECT seq, distinct_id_id, event_name_id, timestamp FROM event_index
  UNION ALL SELECT seq, distinct_id_id, event_name_id, timestamp
    FROM ${eventsBetween("(SELECT coalesce(max(seq), 0) + 1 FROM event_index)", "9007199254740991")})`;

/**
 * Brings `event_index` up to date, and returns the SQL of the table in which to find events by name or distinct id.
 * Readers call it, so that capture never pays: on the log these indexes would cost 40 % of its rate. The first call on
 * a large log takes long, without blocking; later calls add new events. Processes and calls may overlap: each chunk
 * starts where the table ends. While another process writes, the last chunk is read from the log instead.
 * @throws HogletError 503 when the database cannot be written to for any other reason
 */
export async function eventIndex({ db }: Pick<Context, "db">): Promise<string> {
  await completeIndex({ db }, CHUNK).catch((error: unknown) => {
    if (!isBusyError(error)) throw error;
  });
  while (isBehind(db, 0)) {
    if (!tryWrite(db, () => addChunk(db))) return INDEX_AND_LOG;
    await nextTurn();
  }
  return "event_index";
}

/**
 * Brings `event_index` up to date except for the last `rest` places, as a writer.
 * @throws as `write`
 */
export async function completeIndex({ db }: Pick<Context, "db">, rest = 0): Promise<void> {
  while (isBehind(db, rest)) {
    await write(db, () => addChunk(db));
    await nextTurn();
  }
}

/** @throws corrupt naming an event that is too damaged for the index */
function addChunk(db: Context["db"]): void {
  // A damaged `seq` may be 0.
  const from = Number(db.sql("SELECT coalesce(max(seq), -1) FROM event_index").pluck().get());
  const part = { first: from + 1, last: seqAfter(db, from, CHUNK) };
  const rows = eventsBetween("@first", "@last");
  const bad = db
    .sql<number>(`SELECT seq FROM ${rows} e WHERE ${headFault("e")} ORDER BY seq LIMIT 1`)
    .pluck()
    .get(part);
  if (bad !== undefined) throw damagedEvent(db, bad);
  db.sql(
    `INSERT INTO event_index (seq, distinct_id_id, event_name_id, timestamp)
     SELECT seq, distinct_id_id, event_name_id, timestamp FROM ${rows} WHERE true ORDER BY seq`,
  ).run(part);
}

// Checked before writing: a write waits for other writers.
function isBehind(db: Context["db"], rest: number): boolean {
  return hasEventAfter(db, rest + Number(db.sql("SELECT coalesce(max(seq), 0) FROM event_index").pluck().get()));
}
