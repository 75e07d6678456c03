import {
  compactSteps,
  newestSeq,
  openDatabase,
  originSum,
  packTexts,
  textSum,
  unpackTexts,
  writeNow,
} from "../../lib/storage/index.ts";
import type { Compaction, Db } from "../../lib/storage/index.ts";

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

/** Gives chunks and rows the form that the version before this one wrote: arrivals and checksums are in the rows. */
export function toOlderChunks(db: Db, changed: (firstSeq: number) => boolean = () => true): void {
  writeNow(db, () => {
    for (const [first, data] of db.sql<[number, Buffer]>("SELECT first_seq, data FROM event_texts").raw().all()) {
      const chunk = unpackTexts(data);
      if (chunk === null || !changed(first)) continue;
      const texts = chunk.seqs.map((seq) => ({
        seq,
        properties: chunk.properties(seq),
        elements: chunk.elements(seq),
      }));
      db.sql("UPDATE event_texts SET data = ? WHERE first_seq = ?").run(packTexts(texts), first);
      for (const { seq, properties, elements } of texts) {
        const uuid = db.sql<Buffer>("SELECT uuid FROM events WHERE seq = ?").pluck().get(seq) as Buffer;
        const receivedAt = chunk.origin(seq)?.receivedAtMs ?? 0;
        const sums = [textSum(properties, elements), originSum(uuid, receivedAt)];
        db.sql("UPDATE events SET received_at = ?, text_sum = ?, origin_sum = ? WHERE seq = ?").run(
          receivedAt,
          ...sums,
          seq,
        );
      }
    }
  });
}

/** How many events have their texts in chunks, and how many in rows. */
export function countTexts(db: Pick<Db, "sql">): { inChunks: number; inRows: number } {
  return db
    .sql<{ inChunks: number; inRows: number }>(
      "SELECT coalesce(sum(properties = ''), 0) AS inChunks, coalesce(sum(properties <> ''), 0) AS inRows FROM events",
    )
    .get() as { inChunks: number; inRows: number };
}
