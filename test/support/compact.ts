import { compactSteps, newestSeq, openDatabase } from "../../lib/storage/index.ts";
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

/** How many events have their texts in chunks, and how many in rows. */
export function countTexts(db: Pick<Db, "sql">): { inChunks: number; inRows: number } {
  return db
    .sql<{ inChunks: number; inRows: number }>(
      "SELECT coalesce(sum(properties = ''), 0) AS inChunks, coalesce(sum(properties <> ''), 0) AS inRows FROM events",
    )
    .get() as { inChunks: number; inRows: number };
}
