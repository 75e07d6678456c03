import {
  compactSteps,
  headSum,
  newestSeq,
  openDatabase,
  originSum,
  packTexts,
  textSum,
  unpackTexts,
  uuidSum,
  writeNow,
} from "../../lib/storage/index.ts";
import type { Compaction, Db, EventHead } from "../../lib/storage/index.ts";

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
 * Gives chunks and rows a form that older versions wrote: the events have rows. In the fourth form these have their heads, in the third
 * their uuids too, and in the second also arrivals and checksums.
 */
export function toOlderChunks(
  db: Db,
  form: "second" | "third" | "fourth",
  changed: (firstSeq: number) => boolean = () => true,
): void {
  const add = db.sql(
    `INSERT INTO events (seq, project_id, uuid, event_name_id, distinct_id_id, timestamp, received_at, properties, head_sum, text_sum, origin_sum)
     VALUES (?, ?, ?, ?, ?, ?, ?, '', ?, ?, ?)`,
  );
  writeNow(db, () => {
    for (const [first, data] of db.sql<[number, Buffer]>("SELECT first_seq, data FROM event_texts").raw().all()) {
      const chunk = unpackTexts(data);
      if (chunk === null || !changed(first)) continue;
      const events = chunk.seqs.map((seq) => {
        const origin = chunk.origin(seq) as { uuid: Buffer; receivedAtMs: number };
        const texts = { seq, properties: chunk.properties(seq), elements: chunk.elements(seq) };
        const older = { second: undefined, third: { ...origin, uuid: uuidSum(origin.uuid) }, fourth: origin }[form];
        return { origin, texts: { ...texts, origin: older }, head: chunk.head(seq) as EventHead };
      });
      const older = packTexts(events.map(({ texts }) => texts));
      db.sql("UPDATE event_texts SET data = ?, events = NULL WHERE first_seq = ?").run(older, first);
      db.sql("DELETE FROM event_hours WHERE first_seq = ?").run(first);
      for (const { origin, texts, head } of events) {
        const { seq, properties, elements } = texts;
        const { projectId, nameId, ordinal, timestampMs } = head;
        const sums = [textSum(properties, elements), originSum(origin.uuid, origin.receivedAtMs)];
        const inRow = form === "second";
        add.run(
          seq,
          projectId,
          form === "fourth" ? Buffer.alloc(0) : origin.uuid,
          nameId,
          ordinal,
          timestampMs,
          inRow ? origin.receivedAtMs : 0,
          headSum([seq, projectId, nameId, ordinal, timestampMs]),
          ...(inRow ? sums : [0, 0]),
        );
      }
    }
  });
}

/** Moves all events from chunks into rows, as capture stores them. */
export function toRows(db: Db): void {
  toOlderChunks(db, "second");
  const put = db.sql("UPDATE events SET properties = ?, elements = ? WHERE seq = ?");
  writeNow(db, () => {
    for (const data of db.sql<Buffer>("SELECT data FROM event_texts").pluck().all()) {
      const chunk = unpackTexts(data);
      for (const seq of chunk?.seqs ?? []) put.run(chunk?.properties(seq), chunk?.elements(seq), seq);
    }
    db.sql("DELETE FROM event_texts").run();
    db.sql("DELETE FROM uuid_blocks").run();
    db.sql("DELETE FROM uuid_pages").run();
  });
}

/** How many events lie in chunks, and how many in rows. */
export function countTexts(db: Pick<Db, "sql">): { inChunks: number; inRows: number } {
  return db
    .sql<{ inChunks: number; inRows: number }>(
      `SELECT (SELECT coalesce(sum(events), 0) FROM event_texts) + (SELECT count(*) FROM events WHERE properties = '') AS inChunks,
         (SELECT count(*) FROM events WHERE properties <> '') AS inRows`,
    )
    .get() as { inChunks: number; inRows: number };
}
