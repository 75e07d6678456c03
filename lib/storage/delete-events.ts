import type { Db } from "./db.ts";
import { dropTexts, packTexts, unpackTexts } from "./text-chunk.ts";
import type { TextChunk } from "./text-chunk.ts";

interface ChunkRow {
  first_seq: number;
  last_seq: number;
  data: Buffer;
}

/** A chunk, and its events that are deleted. */
interface OpenChunk extends ChunkRow {
  /** Null = its bytes are damaged, or it has no texts any more. */
  chunk: TextChunk | null;
  gone: Set<number>;
}

/**
 * Deletes events of the log with their texts, inside the caller's transaction: chunks are written again without them. A chunk
 * whose bytes are damaged cannot be taken apart, so all its texts go; nothing could read them. Its uuids stay, if they are sound: they
 * name the events that are left.
 * @param seqs in ascending order; places without an event are left out
 * @param mostChunks chunks after which it ends: one takes about 1 ms. @default no end
 * @returns how many of `seqs` it has done, from the first
 */
export function deleteEvents(db: Pick<Db, "sql">, seqs: readonly number[], mostChunks = Infinity): number {
  const remove = db.sql("DELETE FROM events WHERE seq = ?");
  let open: OpenChunk | undefined;
  let chunks = 0;
  for (const [index, seq] of seqs.entries()) {
    const first = firstBefore(db, seq);
    if (first !== open?.first_seq) {
      if (open !== undefined) removeTexts(db, open);
      open = first === undefined ? undefined : openChunk(db, first);
    }
    if (open !== undefined && holds(open, seq)) {
      if (open.gone.size === 0 && chunks++ === mostChunks) return index;
      open.gone.add(seq);
    }
    remove.run(seq);
  }
  if (open !== undefined) removeTexts(db, open);
  return seqs.length;
}

function firstBefore({ sql }: Pick<Db, "sql">, seq: number): number | undefined {
  return sql<number>("SELECT max(first_seq) FROM event_texts WHERE first_seq <= ?").pluck().get(seq) ?? undefined;
}

function openChunk({ sql }: Pick<Db, "sql">, first: number): OpenChunk {
  const row = sql<ChunkRow>("SELECT first_seq, last_seq, data FROM event_texts WHERE first_seq = ?").get(first);
  return { ...(row as ChunkRow), chunk: unpackTexts(row?.data), gone: new Set() };
}

function holds({ chunk, data, last_seq: last }: OpenChunk, seq: number): boolean {
  return chunk === null ? data.length > 0 && seq <= last : chunk.has(seq);
}

function removeTexts({ sql }: Pick<Db, "sql">, { first_seq: first, data: before, chunk, gone }: OpenChunk): void {
  if (gone.size === 0) return;
  const left = (chunk?.seqs ?? []).filter((seq) => !gone.has(seq));
  const texts = left.map((seq) => (chunk as TextChunk).packed(seq));
  // The row stays: the last row says up to where texts are in chunks.
  const whole = texts.length === 0 ? Buffer.alloc(0) : packTexts(texts);
  const data = chunk === null ? dropTexts(before, gone) : whole;
  sql("UPDATE event_texts SET data = ? WHERE first_seq = ?").run(data, first);
  const count = [...gone].filter((seq) => chunk?.has(seq) === true && chunk.left(seq) !== undefined).length;
  if (count > 0)
    sql("UPDATE departures SET events = events - ? WHERE first_seq <= ? AND last_seq >= ?").run(count, first, first);
}
