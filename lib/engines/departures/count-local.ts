import { setImmediate as nextTurn } from "node:timers/promises";
import { eventsBetween, leftUntil, newestSeq } from "../../storage/index.ts";
import type { Db } from "../../storage/index.ts";

/** Places of the log between two turns of the event loop: about 10 ms. */
const STEP = 10_000;

/** How many events have their texts in the file, after those that have left. */
export async function countLocal(db: Db): Promise<number> {
  const count = db.sql<number>(`SELECT count(*) FROM ${eventsBetween("@first", "@last")}`).pluck();
  const newest = newestSeq(db);
  let found = 0;
  for (let seq = leftUntil(db); seq < newest && db.sqlite.open; seq += STEP) {
    found += count.get({ first: seq + 1, last: Math.min(seq + STEP, newest) }) ?? 0;
    await nextTurn();
  }
  return found;
}
