import { setImmediate as nextTurn } from "node:timers/promises";
import { leftUntil, newestSeq } from "../../storage/index.ts";
import type { Db } from "../../storage/index.ts";

/** Places of the log between two turns of the event loop: about 2 ms. */
const STEP = 50_000;

/** How many events have their texts in the file, after those that have left. */
export async function countLocal(db: Db): Promise<number> {
  const count = db.sql<number>("SELECT count(*) FROM events NOT INDEXED WHERE seq > ? AND seq <= ?").pluck();
  const newest = newestSeq(db);
  let found = 0;
  for (let seq = leftUntil(db); seq < newest && db.sqlite.open; seq += STEP) {
    found += count.get(seq, Math.min(seq + STEP, newest)) ?? 0;
    await nextTurn();
  }
  return found;
}
