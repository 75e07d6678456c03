import { isBusyError } from "../../base/errors.ts";
import { nextTurn } from "../../base/platform.ts";
import type { Context } from "../context.ts";
import { headFault } from "../event-sums.ts";
import { damagedEvent } from "../damaged-event.ts";
import { eventsBetween } from "../event-rows.ts";
import { hasEventAfter, seqAfter } from "../newest-seq.ts";
import { tryWrite, write } from "../../storage/index.ts";

/** Rows between two turns of the event loop: some 10 ms. More rows block the event loop for longer. */
const CHUNK = 1000;

/** The table, followed by the rows of the log after its end, which have no index. */
const INDEX_AND_LOG = `(SELECT seq, distinct_id_id, event_name_id, timestamp FROM event_index
  UNION ALL SELECT seq, distinct_id_id, event_name_id, timestamp
    FROM ${eventsBetween("(SELECT coalesce(max(seq), 0) + 1 FROM event_index)", "9007199254740991")})`;

/**
 * Brings `event_index` up to date with the log, and returns the SQL of the table in which to find events by name or
 * distinct id. Readers call it, so that capture never pays for these indexes: on the log itself they would cost 40 % of
 * its rate. The first call on a large log takes long, without blocking; later calls add only new events. Processes and
 * calls may overlap: each chunk starts where the table ends. While another process writes, a reader does not wait for
 * it to add the last chunk: it reads these rows from the log. More of them would be walked over for each event that is looked for.
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
 * Brings `event_index` up to date with the log, except for the last `rest` places, as one of the writers.
 * @throws as `write`
 */
export async function completeIndex({ db }: Pick<Context, "db">, rest = 0): Promise<void> {
  while (isBehind(db, rest)) {
    await write(db, () => addChunk(db));
    await nextTurn();
  }
}

/** @throws corrupt naming an event that cannot be in the index, since its own row is damaged */
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

// Checked first, because a write transaction waits for other writers and a question should not.
function isBehind(db: Context["db"], rest: number): boolean {
  return hasEventAfter(db, rest + Number(db.sql("SELECT coalesce(max(seq), 0) FROM event_index").pluck().get()));
}
