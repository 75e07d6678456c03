import { countDeletions, leftUntil, write } from "../../storage/index.ts";
import type { Db } from "../../storage/index.ts";
import { query } from "../../storage/queries/index.ts";
import { departures } from "../../storage/tables/index.ts";
import type { Departure } from "./read-departure.ts";

const note = query((db, given: typeof departures.$inferInsert) =>
  db.insert(departures).values({
    firstSeq: given.firstSeq,
    lastSeq: given.lastSeq,
    events: given.events,
    proof: given.proof,
    leftAt: given.leftAt,
  }),
);

/**
 * Takes the texts of proven events out of the file and notes the proof, in one transaction. Nothing is done if the events have changed since
 * they were read: an event was deleted, another process was faster, or a chunk was written again.
 * @returns did they leave?
 */
export function storeDeparture(db: Db, departure: Departure, nowMs: number): Promise<boolean> {
  const { firstSeq, lastSeq, events, proof, chunks, deletions } = departure;
  return write(db, () => {
    if (countDeletions(db) !== deletions || leftUntil(db) !== firstSeq - 1) return false;
    const read = db.sql<Buffer>("SELECT data FROM event_texts WHERE first_seq = ?").pluck();
    if (chunks.some((chunk) => read.get(chunk.firstSeq)?.equals(chunk.before) !== true)) return false;
    const put = db.sql("UPDATE event_texts SET data = ? WHERE first_seq = ?");
    for (const chunk of chunks) put.run(chunk.after, chunk.firstSeq);
    note.run(db, { firstSeq, lastSeq, events, proof: JSON.stringify(proof), leftAt: nowMs });
    return true;
  });
}
