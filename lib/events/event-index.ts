import { setImmediate as nextTurn } from "node:timers/promises";
import type { Context } from "../context.ts";
import { write } from "../storage/index.ts";

/** Rows between two turns of the event loop: about 30 ms on a 2-core machine (a million events take 4 s in all). */
const CHUNK = 5000;

/**
 * Brings `event_index` up to date with the log. Readers call it before they look up events by name or distinct id, so that
 * capture never pays for these indexes: on the log itself they would cost 40 % of its rate. The first call on a large log
 * takes long, without blocking; later ones take up what is new. Processes and calls may overlap: each chunk starts where
 * the table ends.
 * @throws HogletError 503 when the database cannot be written to
 */
export async function indexEvents({ db }: Pick<Context, "db">): Promise<void> {
  while (isBehind(db)) {
    write(db, () => {
      db.sql(
        `INSERT INTO event_index (seq, distinct_id_id, event_name_id, timestamp)
         SELECT seq, distinct_id_id, event_name_id, timestamp FROM events
         WHERE seq > (SELECT coalesce(max(seq), 0) FROM event_index) ORDER BY seq LIMIT ?`,
      ).run(CHUNK);
    });
    await nextTurn();
  }
}

// Asked first, because a write transaction waits for other writers and a question should not.
function isBehind(db: Context["db"]): boolean {
  return (
    db.sql("SELECT (SELECT max(seq) FROM events) > (SELECT coalesce(max(seq), 0) FROM event_index)").pluck().get() === 1
  );
}
