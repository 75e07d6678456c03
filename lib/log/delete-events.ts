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

/** A chunk, and its events that are deleted. */
interface OpenChunk extends ChunkRow {
  /** Null = its bytes are damaged, or it has no texts any more. */
  chunk: TextChunk | null;
  /** Undefined = its heads are damaged, or it has no events any more. */
  placed: PlacedHeads | undefined;
  gone: Set<number>;
}

/**
 * Deletes events of the log with their texts, inside the caller's transaction: chunks are written again without them. A chunk
 * whose texts are damaged cannot be taken apart, so all of them go; nothing could read them. Its uuids and heads stay, if they are
 * sound: they name the events that are left.
 * @param seqs in ascending order; places without an event are left out
 * @param isOver asked before each chunk but the first: has it taken long enough? @default it does all
 * @returns how many of `seqs` it has done, from the first
 */
export function deleteEvents(db: Pick<Db, "sql">, seqs: readonly number[], isOver = () => false): number {
  const remove = db.sql("DELETE FROM events WHERE seq = ?");
  const forget = db.sql("DELETE FROM event_index WHERE seq = ?");
  let open: OpenChunk | undefined;
  /** Where the chunk after `open` begins. */
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

/** Gives an event of a chunk a row for a moment, so that the triggers of deleted events see it go. */
function standIn({ sql }: Pick<Db, "sql">, seq: number, { projectId, nameId, ordinal, timestampMs }: EventHead): void {
  sql(
    `INSERT INTO events (seq, project_id, uuid, event_name_id, distinct_id_id, timestamp, received_at, properties, head_sum, text_sum, origin_sum)
     VALUES (?, ?, X'', ?, ?, ?, 0, '', 0, 0, 0)`,
  ).run(seq, projectId, nameId, ordinal, timestampMs);
}

/** The same for an event whose project is unknown: its block loses the columns of all projects. */
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
  // The row stays: the last row says up to where texts are in chunks.
  const whole = texts.length === 0 ? Buffer.alloc(0) : packTexts(texts);
  const data = chunk === null ? dropTexts(before, gone) : whole;
  if (placed !== undefined) removeHours(db, first, [...gone].map(placed.head));
  else sql("DELETE FROM event_hours WHERE first_seq = ?").run(first);
  sql("UPDATE event_texts SET data = ?, events = ? WHERE first_seq = ?").run(data, events - gone.size, first);
}
