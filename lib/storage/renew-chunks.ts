import type { CompactStep } from "./compact-step.ts";
import type { Db } from "./db.ts";
import { hasOriginFault, hasTextFault, sumsOf } from "./event-sums.ts";
import type { SummedEvent } from "./event-sums.ts";
import { receivedAtOf, uuidOf } from "./event-texts.ts";
import { countDeletions } from "./newest-seq.ts";
import { isOlderForm, packTexts, unpackTexts } from "./text-chunk.ts";
import type { EventTexts } from "./text-chunk.ts";
import { tryWrite } from "./write.ts";

/** Chunks in one transaction, about 170 events each: 5 ms. More make a capture wait for longer. */
const STEP_CHUNKS = 16;

/**
 * Moves the arrivals and uuids of events of an older file from their rows into the chunks of their texts, in steps between which other
 * work may run. The index of uuids has to be lean. A chunk with a damaged event keeps its form.
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
    const chunks = rows.filter((row) => isOlder(db, row)).flatMap((row) => renew(db, row));
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

type EventRow = Omit<SummedEvent, "properties" | "elements">;

interface Renewed {
  firstSeq: number;
  seqs: readonly number[];
  data: Buffer;
}

/** A chunk of the newest form is older too while rows of its events have their uuids, which an index that was not lean needed. */
function isOlder(db: Db, { first_seq: firstSeq, last_seq: lastSeq, data }: ChunkRow): boolean {
  const hasUuids = db.sql(
    "SELECT 1 FROM events NOT INDEXED WHERE seq BETWEEN ? AND ? AND properties = '' AND uuid <> X'' LIMIT 1",
  );
  return isOlderForm(data) || hasUuids.get(firstSeq, lastSeq) !== undefined;
}

/** @returns nothing when an event is damaged */
function renew(db: Db, { first_seq: firstSeq, last_seq: lastSeq, data }: ChunkRow): Renewed[] {
  const chunk = unpackTexts(data);
  if (chunk === null) return [];
  const events = db
    .sql<EventRow>(
      `SELECT e.seq, ${uuidOf("e")} AS uuid, ${receivedAtOf("e")} AS received_at, ${sumsOf("e")}
       FROM events e NOT INDEXED WHERE e.seq BETWEEN ? AND ? ORDER BY e.seq`,
    )
    .all(firstSeq, lastSeq);
  const rows = new Map(events.map((row) => [row.seq, row]));
  const texts: EventTexts[] = [];
  for (const seq of chunk.seqs) {
    // Texts that have left are not there to be compared.
    if (chunk.left(seq) !== undefined) return [];
    const row = rows.get(seq);
    const [properties, elements] = [chunk.properties(seq), chunk.elements(seq)];
    if (row === undefined || row.head_fault !== 0 || !hasSums(row)) return [];
    if (hasTextFault(properties, elements, row.text_sum) || hasOriginFault(row)) return [];
    texts.push({ seq, properties, elements, origin: { receivedAtMs: row.received_at, uuid: row.uuid } });
  }
  return texts.length === 0 ? [] : [{ firstSeq, seqs: chunk.seqs, data: packTexts(texts) }];
}

/** Has the row its checksums, or else the chunk? */
function hasSums({ text_sum: text, origin_sum: origin, uuid_sum: uuid }: EventRow): boolean {
  return uuid !== null || (text !== null && origin !== null);
}

function storeChunk({ sql }: Db, { firstSeq, seqs, data }: Renewed): void {
  sql("UPDATE event_texts SET data = ? WHERE first_seq = ?").run(data, firstSeq);
  const clear = sql("UPDATE events SET uuid = X'', received_at = 0, text_sum = 0, origin_sum = 0 WHERE seq = ?");
  for (const seq of seqs) clear.run(seq);
}
