import type { EventHead } from "./chunks/chunk-heads.ts";
import type { Db } from "../storage/index.ts";
import { removeHours } from "./event-hours.ts";
import { dropTexts, packTexts } from "./chunks/pack-chunk.ts";
import { unpackHeads } from "./chunks/placed-heads.ts";
import { unpackTexts } from "./chunks/unpack-chunk.ts";
import type { PlacedHeads } from "./chunks/placed-heads.ts";
import type { TextChunk } from "./chunks/unpack-chunk.ts";

interface ChunkRow {
  first_seq: number;
  last_seq: number;
  data: Buffer;
  events: number;
}

/** A chunk, and its events to delete. */
interface OpenChunk extends ChunkRow {
  /** Null = damaged bytes, or no texts. */
  chunk: TextChunk | null;
  /** Undefined = damaged heads, or no events. */
  placed: PlacedHeads | undefined;
  gone: Set<number>;
}

/**
 * Deletes events with their texts, inside the caller's transaction, by writing chunks without them. A chunk with
 * damaged texts loses all texts, which nothing could read; sound uuids and heads of other events stay.
 * @param seqs ascending; places without an event are left out
 * @param isOver asked before each chunk except the first: has it taken long enough? @default it does all
 * @returns how many of `seqs` are done
 */
export function deleteEvents(db: Pick<Db, "sql">, seqs: readonly number[], isOver = () => false): number {
  const remove = db.sql("DELETE FROM events WHERE seq = ?");
  const forget = db.sql("DELETE FROM event_index WHERE seq = ?");
  let open: OpenChunk | undefined;
  /** The first place of the next chunk. */
  let nextFirst = -Infinity;
  let hasBegun = false;
  for (const [index, seq] of seqs.entries()) {
    if (seq >= nextFirst) {
      if (open !== undefined) removeTexts(db, open);
      const first = firstBefore(db, seq);
      open = first === undefined ? undefined : openChunk(db, first);
      nextFirst = firstAfter(db, seq);
    }
    if (open !== undefined && holds(open, seq)) {
      if (open.gone.size === 0 && hasBegun && isOver()) return index;
      hasBegun = true;
      open.gone.add(seq);
      if (open.placed !== undefined) standIn(db, seq, open.placed.head(seq));
      else forgetBlock(db, seq);
    }
    remove.run(seq);
    forget.run(seq);
  }
  if (open !== undefined) removeTexts(db, open);
  return seqs.length;
}

/** Gives an event of a chunk a row for a moment, for the triggers of deleted events. */
function standIn({ sql }: Pick<Db, "sql">, seq: number, { projectId, nameId, ordinal, timestampMs }: EventHead): void {
  sql(
    `INSERT INTO events (seq, project_id, uuid, event_name_id, distinct_id_id, timestamp, received_at, properties, head_sum, text_sum, origin_sum)
     VALUES (?, ?, X'', ?, ?, ?, 0, '', 0, 0, 0)`,
  ).run(seq, projectId, nameId, ordinal, timestampMs);
}

/** Drops the columns of all projects in an event's block: the project of the event is unknown. */
function forgetBlock({ sql }: Pick<Db, "sql">, seq: number): void {
  sql("DELETE FROM segments WHERE block = ? >> 16").run(BigInt(seq));
  sql("UPDATE log_changes SET deletions = deletions + 1 WHERE id = 1").run();
}

function firstBefore({ sql }: Pick<Db, "sql">, seq: number): number | undefined {
  return sql<number>("SELECT max(first_seq) FROM event_texts WHERE first_seq <= ?").pluck().get(seq) ?? undefined;
}

function firstAfter({ sql }: Pick<Db, "sql">, seq: number): number {
  return sql<number>("SELECT min(first_seq) FROM event_texts WHERE first_seq > ?").pluck().get(seq) ?? Infinity;
}

function openChunk({ sql }: Pick<Db, "sql">, first: number): OpenChunk {
  const row = sql<ChunkRow>("SELECT first_seq, last_seq, data, events FROM event_texts WHERE first_seq = ?").get(first);
  return { ...(row as ChunkRow), chunk: unpackTexts(row?.data), placed: unpackHeads(row?.data), gone: new Set() };
}

function holds({ placed, data, last_seq: last }: OpenChunk, seq: number): boolean {
  return placed === undefined ? data.length > 0 && seq <= last : placed.has(seq);
}

function removeTexts(db: Pick<Db, "sql">, open: OpenChunk): void {
  const { first_seq: first, data: before, chunk, placed, gone, events } = open;
  const { sql } = db;
  if (gone.size === 0) return;
  const kept = (chunk?.seqs ?? []).filter((seq) => !gone.has(seq));
  const texts = kept.map((seq) => (chunk as TextChunk).event(seq));
  // The row stays, since the last row says how far chunks go.
  const whole = texts.length === 0 ? Buffer.alloc(0) : packTexts(texts);
  const data = chunk === null ? dropTexts(before, gone) : whole;
  if (placed !== undefined) removeHours(db, first, [...gone].map(placed.head));
  else sql("DELETE FROM event_hours WHERE first_seq = ?").run(first);
  sql("UPDATE event_texts SET data = ?, events = ? WHERE first_seq = ?").run(data, events - gone.size, first);
}
