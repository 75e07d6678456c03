import {
  compactSteps,
  newestSeq,
  openDatabase,
  originSum,
  packTexts,
  textSum,
  unpackTexts,
  uuidSum,
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

/**
 * Gives chunks and rows a form that older versions wrote: the uuids are in the rows, and in the second form arrivals and checksums too.
 */
export function toOlderChunks(
  db: Db,
  form: "second" | "third",
  changed: (firstSeq: number) => boolean = () => true,
): void {
  writeNow(db, () => {
    for (const [first, data] of db.sql<[number, Buffer]>("SELECT first_seq, data FROM event_texts").raw().all()) {
      const chunk = unpackTexts(data);
      if (chunk === null || !changed(first)) continue;
      const events = chunk.seqs.map((seq) => {
        const { uuid, receivedAtMs } = chunk.origin(seq) as { uuid: Buffer; receivedAtMs: number };
        const texts = { seq, properties: chunk.properties(seq), elements: chunk.elements(seq) };
        const origin = { receivedAtMs, uuid: uuidSum(uuid) };
        return { uuid, receivedAtMs, texts: form === "third" ? { ...texts, origin } : texts };
      });
      const older = packTexts(events.map(({ texts }) => texts));
      db.sql("UPDATE event_texts SET data = ? WHERE first_seq = ?").run(older, first);
      for (const { uuid, receivedAtMs, texts } of events) {
        const { seq, properties, elements } = texts;
        db.sql("UPDATE events SET uuid = ? WHERE seq = ?").run(uuid, seq);
        if (form === "third") continue;
        const sums = [textSum(properties, elements), originSum(uuid, receivedAtMs)];
        db.sql("UPDATE events SET received_at = ?, text_sum = ?, origin_sum = ? WHERE seq = ?").run(
          receivedAtMs,
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
