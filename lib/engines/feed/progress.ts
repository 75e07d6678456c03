import type { Mark, StateEntry } from "../../port/feed.ts";
import { newestSeq, readHeads } from "../../log/index.ts";
import type { Db } from "../../storage/index.ts";
import { kindAfter, START_KIND, STATE_TABLES } from "./state-rows.ts";

/**
 * The share before a mark, 0 to 1, by row numbers, without counting. Changes are too few to matter. An empty database
 * is read.
 */
export function progressOf(db: Db, { events, start }: Mark): number {
  const oldest = readHeads(db, { after: 0, count: 1 }).heads[0]?.seq ?? 0;
  const newest = newestSeq(db);
  let [read, all] = [0, 0];
  let isRead = true;
  for (let kind: StateEntry["kind"] | undefined = START_KIND; kind !== undefined; kind = kindAfter(kind)) {
    const last = STATE_TABLES[kind].lastId(db);
    if (kind === start?.kind) isRead = false;
    all += last;
    if (isRead) read += last;
    else if (kind === start?.kind) read += Math.min(start.after[0], last);
  }
  if (oldest > 0) {
    all += newest - oldest + 1;
    read += Math.min(Math.max(0, events - oldest + 1), newest - oldest + 1);
  }
  return all === 0 ? 1 : read / all;
}
