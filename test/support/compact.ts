import { compactSteps, newestSeq, openDatabase } from "../../lib/log/index.ts";
import { unpackTexts } from "../../lib/log/chunks/unpack-chunk.ts";
import { headSum, originSum, textSum } from "../../lib/log/event-sums.ts";
import { writeNow } from "../../lib/storage/index.ts";
import type { Compaction } from "../../lib/log/compact-events.ts";
import type { EventHead } from "../../lib/log/chunks/chunk-heads.ts";
import type { Db } from "../../lib/storage/index.ts";

/** Moves the texts of all events into chunks. @param sizes smaller chunks than usual, so that a few events fill several */
export function compactAll(db: Db, sizes: Partial<Compaction> = { chunkBytes: 300, stepBytes: 2000 }): void {
  for (const step of compactSteps(db, { untilSeq: newestSeq(db), ...sizes })) {
    if (step === "busy") throw new Error("another connection writes");
  }
}

/** A copy of a whole database with the texts of all its events in chunks. */
export function compacted(contents: Uint8Array, sizes?: Partial<Compaction>): Uint8Array {
  const db = openDatabase({ file: undefined, contents, durability: "normal" });
  compactAll(db, sizes);
  const bytes = db.sqlite.serialize();
  db.close();
  return bytes;
}

/** Moves all events from chunks into rows, as capture stores them. */
export function toRows(db: Db): void {
  const add = db.sql(
    `INSERT INTO events (seq, project_id, uuid, event_name_id, distinct_id_id, timestamp, received_at, properties, elements,
       head_sum, text_sum, origin_sum)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  writeNow(db, () => {
    for (const data of db.sql<Buffer>("SELECT data FROM event_texts").pluck().all()) {
      const chunk = unpackTexts(data);
      for (const { seq, uuid, receivedAtMs, properties, elements, head } of chunk?.seqs.map(chunk.event) ?? []) {
        const { projectId, nameId, ordinal, timestampMs } = head as EventHead;
        const row = [seq, projectId, uuid, nameId, ordinal, timestampMs, receivedAtMs, properties, elements];
        const sums = [
          headSum([seq, projectId, nameId, ordinal, timestampMs]),
          textSum(properties, elements),
          originSum(uuid, receivedAtMs),
        ];
        add.run(...row, ...sums);
      }
    }
    for (const table of ["event_texts", "event_hours", "uuid_blocks", "uuid_pages"])
      db.sql(`DELETE FROM ${table}`).run();
  });
}

/** How many events lie in chunks, and how many in rows. */
export function countTexts(db: Pick<Db, "sql">): { inChunks: number; inRows: number } {
  return db
    .sql<{ inChunks: number; inRows: number }>(
      `SELECT (SELECT coalesce(sum(events), 0) FROM event_texts) AS inChunks, (SELECT count(*) FROM events) AS inRows`,
    )
    .get() as { inChunks: number; inRows: number };
}
