import type { EventHead } from "./chunks/chunk-heads.ts";
import { MOST_PLACES } from "./chunks/chunk-form.ts";
import { createChunkSizer } from "./chunks/chunk-size.ts";
import type { ChunkSizer } from "./chunks/chunk-size.ts";
import type { CompactStep } from "./compact-step.ts";
import type { Db } from "../storage/index.ts";
import { isPackable } from "./chunks/chunk-heads.ts";
import { hasOriginFault, hasTextFault, headFault } from "./event-sums.ts";
import { requireCounted } from "./all-events.ts";
import type { FoundEvents } from "./all-events.ts";
import { areListed, listSteps } from "./uuids/list-uuids.ts";
import { compactedSeq, countDeletions } from "./newest-seq.ts";
import { removeMoved, storeChunk } from "./chunks/store-chunk.ts";
import { packTexts } from "./chunks/pack-chunk.ts";
import type { EventTexts } from "./chunks/pack-chunk.ts";
import { tryWrite } from "../storage/index.ts";

/** Bytes of texts in a transaction of about 6 ms, which a capture may wait for. */
const STEP_BYTES = 512 * 1024;

/** The part of the log to compact. */
export interface Compaction {
  /** The last `seq`; newer events stay rows, to which capture appends. */
  untilSeq: number;
  /** Bytes of texts in a chunk. @default about 48 KiB, to fill pages (`chunk-size.ts`) */
  chunkBytes?: number | undefined;
  /** @default 512 KiB */
  stepBytes?: number | undefined;
}

/**
 * Moves events into chunks, in transactions of milliseconds, between which other work may run, even deletions and other
 * compactions. Events are read and compressed before the transaction, which checks that none was deleted meanwhile, the
 * only way in which a place of the log changes. Damaged events keep their rows.
 * @throws corrupt when damage hides events
 */
export function* compactSteps(db: Db, { untilSeq, ...sizes }: Compaction): Generator<CompactStep, void> {
  const { chunkBytes, stepBytes = STEP_BYTES } = sizes;
  const sizer = createChunkSizer();
  // Events that cannot move may follow the last chunk: they are not read again.
  let from = compactedSeq(db);
  requireRows(db, from + 1, untilSeq);
  for (;;) {
    const deletions = countDeletions(db);
    const part = readPart(db, { from, untilSeq, stepBytes });
    if (part.lastSeq === undefined) return;
    const [firstSeq = part.lastSeq] = part.rows.map(({ seq }) => seq);
    // Events leave the index of uuids with their texts.
    yield* listSteps(db, firstSeq, part.lastSeq);
    const chunks = cut(part.rows, chunkBytes ?? sizer.textBytes).map((rows) => pack(rows, sizer));
    let isCurrent = true;
    const store = () => {
      isCurrent =
        countDeletions(db) === deletions && compactedSeq(db) <= from && areListed(db, firstSeq, part.lastSeq ?? 0);
      if (!isCurrent) return;
      for (const chunk of chunks) storeRows(db, chunk, chunk === chunks.at(-1) ? part.lastSeq : undefined);
      removeMoved(
        db,
        part.rows.map(({ seq }) => seq),
      );
    };
    while (chunks.length > 0 && !tryWrite(db, store)) yield "busy";
    from = isCurrent ? part.lastSeq : Math.max(from, compactedSeq(db));
    yield;
  }
}

/** All rows are checked first: a page whose visible rows have left is erased, hidden rows included. */
function requireRows(db: Db, first: number, last: number): void {
  const found = db
    .sql<FoundEvents>(
      "SELECT count(*) AS count, coalesce(sum(seq), 0) AS sum FROM events NOT INDEXED WHERE seq BETWEEN ? AND ?",
    )
    .get(first, last);
  if (first <= last) requireCounted(db, { first, last }, found ?? { count: 0, sum: 0 });
}

interface TextRow {
  seq: number;
  project_id: number;
  event_name_id: number;
  distinct_id_id: number;
  timestamp: number;
  uuid: Buffer;
  received_at: number;
  properties: string;
  elements: string | null;
  text_sum: number;
  origin_sum: number;
  head_fault: number;
}

/** Events to move, and the last place read; undefined = no events. */
interface Part {
  rows: TextRow[];
  lastSeq: number | undefined;
}

function readPart(db: Db, { from, untilSeq, stepBytes }: { from: number; untilSeq: number; stepBytes: number }): Part {
  const found = db
    .sql<TextRow>(
      `SELECT e.seq, e.project_id, e.event_name_id, e.distinct_id_id, e.timestamp, e.uuid, e.received_at, e.properties, e.elements, e.text_sum, e.origin_sum, ${headFault("e")} AS head_fault
       FROM events e NOT INDEXED WHERE e.seq > ? AND e.seq <= ? ORDER BY e.seq`,
    )
    .iterate(from, untilSeq);
  const part: Part = { rows: [], lastSeq: undefined };
  let bytes = 0;
  for (const row of found) {
    part.lastSeq = row.seq;
    bytes += sizeOf(row);
    if (isMovable(row)) part.rows.push(row);
    if (bytes >= stepBytes) break;
  }
  return part;
}

/** Bytes of an event's row without its texts. */
const ROW_BYTES = 60;

function toTexts(row: TextRow): EventTexts {
  const { seq, properties, elements, uuid, received_at: receivedAtMs } = row;
  return { seq, uuid, receivedAtMs, properties, elements, head: toHead(row) };
}

function toHead(row: TextRow): EventHead {
  const { project_id: projectId, event_name_id: nameId, distinct_id_id: ordinal, timestamp: timestampMs } = row;
  return { projectId, nameId, ordinal, timestampMs };
}

function isMovable(row: TextRow): boolean {
  const { properties, elements, text_sum: sum, head_fault: fault } = row;
  return fault === 0 && isPackable(toHead(row)) && !hasTextFault(properties, elements, sum) && !hasOriginFault(row);
}

function pack(rows: readonly TextRow[], sizer: ChunkSizer): { rows: readonly TextRow[]; data: Buffer } {
  const data = packTexts(rows.map(toTexts));
  sizer.see(
    rows.reduce((bytes, row) => bytes + textBytesOf(row), 0),
    data.length,
  );
  return { rows, data };
}

function textBytesOf({ properties, elements }: Pick<TextRow, "properties" | "elements">): number {
  return properties.length + (elements?.length ?? 0);
}

function cut(rows: readonly TextRow[], chunkBytes: number): TextRow[][] {
  const chunks: TextRow[][] = [];
  let bytes = 0;
  for (const row of rows) {
    const chunk = chunks.at(-1);
    const [first] = chunk ?? [];
    if (chunk === undefined || first === undefined || bytes >= chunkBytes || row.seq - first.seq >= MOST_PLACES) {
      chunks.push([row]);
      bytes = 0;
    } else chunk.push(row);
    bytes += textBytesOf(row);
  }
  return chunks;
}

/** @param lastSeq of the part, whose last events may keep their rows */
function storeRows(db: Db, { rows, data }: { rows: readonly TextRow[]; data: Buffer }, lastSeq?: number): void {
  const [firstSeq, last] = [rows[0]?.seq ?? 0, lastSeq ?? rows.at(-1)?.seq ?? 0];
  storeChunk(db, { firstSeq, lastSeq: last, data, heads: rows.map(toHead) });
}

function sizeOf(row: Pick<TextRow, "properties" | "elements">): number {
  return textBytesOf(row) + ROW_BYTES;
}
