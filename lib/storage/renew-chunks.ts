import type { CompactStep } from "./compact-step.ts";
import { isPackable } from "./chunk-heads.ts";
import type { EventHead } from "./chunk-heads.ts";
import type { Db } from "./db.ts";
import { addHours } from "./event-hours.ts";
import { hasOriginFault, hasTextFault, sumsOf } from "./event-sums.ts";
import type { SummedEvent } from "./event-sums.ts";
import { receivedAtOf, uuidOf } from "./event-texts.ts";
import { countDeletions } from "./newest-seq.ts";
import { removeMoved } from "./store-chunk.ts";
import { isOlderForm } from "./chunk-form.ts";
import { packTexts } from "./pack-chunk.ts";
import { unpackTexts } from "./unpack-chunk.ts";
import type { EventTexts } from "./pack-chunk.ts";
import { tryWrite } from "./write.ts";

/** Chunks in one transaction, about 170 events each: 5 ms. More make a capture wait for longer. */
const STEP_CHUNKS = 16;

/**
 * Moves the events of an older file from their rows into the chunks of their texts, in steps between which other work may run. The
 * index of uuids has to be lean. A chunk with a damaged event keeps its form, and its events their rows.
 */
export function* renewSteps(db: Db): Generator<CompactStep, void> {
  const next = db.sql<ChunkRow>(
    "SELECT first_seq, last_seq, data FROM event_texts WHERE first_seq > ? ORDER BY first_seq LIMIT ?",
  );
  let from = -1;
  for (;;) {
    const deletions = countDeletions(db);
    const rows = next.all(from, STEP_CHUNKS);
    const last = rows.at(-1);
    if (last === undefined) return;
    const chunks = rows.filter(({ data }) => isOlderForm(data)).flatMap((row) => renew(db, row));
    let isCurrent = true;
    const store = () => {
      isCurrent = countDeletions(db) === deletions;
      if (isCurrent) for (const chunk of chunks) storeChunk(db, chunk);
    };
    while (chunks.length > 0 && !tryWrite(db, store)) yield "busy";
    if (isCurrent) from = last.first_seq;
    yield;
  }
}

interface ChunkRow {
  first_seq: number;
  last_seq: number;
  data: Buffer;
}

type EventRow = Omit<SummedEvent, "properties" | "elements"> & EventHead;

interface Renewed {
  firstSeq: number;
  seqs: readonly number[];
  data: Buffer;
  heads: readonly EventHead[];
}

/** @returns nothing when an event is damaged */
function renew(db: Db, { first_seq: firstSeq, last_seq: lastSeq, data }: ChunkRow): Renewed[] {
  const chunk = unpackTexts(data);
  if (chunk === null) return [];
  const events = db
    .sql<EventRow>(
      `SELECT e.seq, e.project_id AS projectId, e.event_name_id AS nameId, e.distinct_id_id AS ordinal, e.timestamp AS timestampMs, ${uuidOf("e")} AS uuid, ${receivedAtOf("e")} AS received_at, ${sumsOf("e")}
       FROM events e NOT INDEXED WHERE e.seq BETWEEN ? AND ? ORDER BY e.seq`,
    )
    .all(firstSeq, lastSeq);
  const rows = new Map(events.map((row) => [row.seq, row]));
  const texts: EventTexts[] = [];
  for (const seq of chunk.seqs) {
    const row = rows.get(seq);
    if (row === undefined || row.head_fault !== 0 || !isPackable(row)) return [];
    // Uuids that lie in the chunk are covered by its own checksum.
    if (!hasSums(row) && !Buffer.isBuffer(chunk.origin(seq)?.uuid)) return [];
    const { properties, elements } = chunk.packed(seq);
    // Texts that have left are not there to be compared; the mark of such an event is.
    if (chunk.left(seq) === undefined && hasTextFault(properties, elements, row.text_sum)) return [];
    if (hasOriginFault(row)) return [];
    const { projectId, nameId, ordinal, timestampMs } = row;
    const head = { projectId, nameId, ordinal, timestampMs };
    texts.push({ seq, properties, elements, origin: { receivedAtMs: row.received_at, uuid: row.uuid }, head });
  }
  const heads = texts.map(({ head }) => head as EventHead);
  return texts.length === 0 ? [] : [{ firstSeq, seqs: chunk.seqs, data: packTexts(texts), heads }];
}

/** Has the row its checksums, or else the chunk? */
function hasSums({ text_sum: text, origin_sum: origin, uuid_sum: uuid }: EventRow): boolean {
  return uuid !== null || (text !== null && origin !== null);
}

function storeChunk(db: Db, { firstSeq, seqs, data, heads }: Renewed): void {
  db.sql("UPDATE event_texts SET data = ?, events = ? WHERE first_seq = ?").run(data, seqs.length, firstSeq);
  addHours(db, firstSeq, heads);
  removeMoved(db, seqs);
}
