import { setImmediate as nextTurn } from "node:timers/promises";
import type { EventsProof } from "../../port/archive.ts";
import {
  checkEvent,
  countDeletions,
  damagedHead,
  elementsOf,
  eventsBetween,
  leftUntil,
  packTexts,
  propertiesOf,
  receivedAtOf,
  sound,
  sumsOf,
  toLeftMark,
  unpackTexts,
  uuidOf,
} from "../../storage/index.ts";
import type { Db, SummedEvent } from "../../storage/index.ts";
import { ProofMaker } from "./event-proof.ts";
import type { ProvenEvent } from "./event-proof.ts";

/** Events that leave together, about. More events take longer to prove again if a deletion comes between. */
const MOST_EVENTS = 20_000;

/** A part of the log that may leave. */
export interface Departure {
  firstSeq: number;
  lastSeq: number;
  proof: EventsProof;
  /** Events whose texts lie in these chunks; damaged events keep theirs in rows. */
  events: number;
  chunks: { firstSeq: number; before: Buffer; after: Buffer }[];
  /** As `countDeletions`: a later deletion makes the proof void. */
  deletions: number;
}

interface ChunkRow {
  first_seq: number;
  last_seq: number;
  data: Buffer;
}

/**
 * Reads the next chunks whose events all arrived before a time, a chunk in a turn of the event loop, and computes their proof from the
 * file. Events leave in the order of the log: a younger event keeps all later ones.
 * @returns undefined = there is none
 * @throws corrupt for a damaged event
 */
export async function readDeparture(
  db: Db,
  { arrivedBeforeMs, mostEvents = MOST_EVENTS }: { arrivedBeforeMs: number; mostEvents?: number | undefined },
): Promise<Departure | undefined> {
  const next = db.sql<ChunkRow>(
    "SELECT first_seq, last_seq, data FROM event_texts WHERE first_seq > ? ORDER BY first_seq LIMIT 1",
  );
  const deletions = countDeletions(db);
  const proof = new ProofMaker();
  const firstSeq = leftUntil(db) + 1;
  const chunks: Departure["chunks"] = [];
  let [lastSeq, events] = [firstSeq - 1, 0];
  while (events < mostEvents) {
    const row = next.get(lastSeq);
    if (row === undefined) break;
    const rows = readRows(db, lastSeq, row.last_seq);
    if (rows.some(({ received_at: receivedMs }) => receivedMs >= arrivedBeforeMs)) break;
    for (const event of rows) proof.add(event);
    const chunk = unpackTexts(row.data);
    if (chunk !== null) {
      events += chunk.seqs.length;
      const marks = chunk.seqs.map((seq) => {
        const { properties, elements, origin, head } = chunk.packed(seq);
        return { seq, properties: toLeftMark({ properties, elements }), elements: null, origin, head };
      });
      chunks.push({ firstSeq: row.first_seq, before: row.data, after: packTexts(marks) });
    }
    lastSeq = row.last_seq;
    await nextTurn();
    if (!db.sqlite.open) return undefined;
  }
  return events === 0 ? undefined : { firstSeq, lastSeq, proof: proof.finish(), events, chunks, deletions };
}

/** Events after a place, up to another. @throws corrupt for a damaged event */
function readRows(db: Db, after: number, until: number): ProvenEvent[] {
  const rows = db
    .sql<SummedEvent & Omit<ProvenEvent, "event"> & { event: string | null }>(
      `SELECT e.seq, e.project_id, ${uuidOf("e")} AS uuid, ${sound("event_names", "n", "name")} AS event, e.distinct_id_id, e.timestamp, ${receivedAtOf("e")} AS received_at,
         ${propertiesOf("e")} AS properties, ${elementsOf("e")} AS elements, ${sumsOf("e")}
       FROM ${eventsBetween("@first", "@last")} e LEFT JOIN event_names n ON n.id = e.event_name_id ORDER BY e.seq`,
    )
    .all({ first: after + 1, last: until });
  return rows.map((row) => {
    checkEvent(db, row);
    if (!hasName(row)) throw damagedHead(db, row.seq);
    return row;
  });
}

function hasName<Row extends { event: string | null }>(row: Row): row is Row & { event: string } {
  return row.event !== null;
}
