import type { Db } from "../../storage/index.ts";
import { moveTexts, packTexts } from "../chunks/pack-chunk.ts";
import { storeChunk } from "../chunks/store-chunk.ts";
import { unpackTexts } from "../chunks/unpack-chunk.ts";
import { newestSeq, setNewestSeq } from "../newest-seq.ts";
import { blockOf, relistBlock, storeWholeList } from "../uuids/list-uuids.ts";
import { LISTED_EVENTS, UuidListMaker } from "../uuids/uuid-list.ts";
import type { MoveJob } from "./move-job.ts";
import { eachHash } from "./pack.ts";
import type { Staging } from "./staging.ts";

interface StagedTexts {
  first_place: number;
  last_place: number;
  first_line: number;
  last_line: number;
  data: Buffer;
}

/** Staged chunks read at once: 1 MB. A statement cannot write while another returns rows. */
const PAGE = 256;

/**
 * Copies the staged chunks into the log with heads, and lists their uuids.
 * @param seq of the last event before the import
 * @param receivedAtMs the arrival of all
 * @returns the number of events
 */
export function moveChunks({ db, staging, projectId }: MoveJob, seq: number, receivedAtMs: number): number {
  const page = staging.sql<StagedTexts>(
    `SELECT first_place, last_place, first_line, last_line, data FROM staging.texts
     WHERE first_place > ? ORDER BY first_place LIMIT ${PAGE}`,
  );
  const stored = staging
    .sql<number>("SELECT place FROM staging.events WHERE line BETWEEN ? AND ? AND is_stored = 1")
    .pluck();
  const headsOf = staging
    .sql<[nameId: number, ordinal: number, timestampMs: number]>(
      `SELECT n.ordinal, a.ordinal, e.timestamp FROM staging.events e
         CROSS JOIN staging.names n ON n.id = e.name CROSS JOIN staging.actors a ON a.id = e.actor
       WHERE e.line BETWEEN ? AND ? AND e.is_stored = 0 ORDER BY e.line`,
    )
    .raw(true);
  let [events, newest] = [0, seq];
  for (let chunks = page.all(0); chunks.length > 0; chunks = page.all(chunks.at(-1)?.first_place)) {
    for (const { first_place: first, last_place: last, first_line, last_line, data } of chunks) {
      const own = without(data, new Set(stored.all(first_line, last_line)));
      if (own === null) continue;
      const heads = headsOf
        .all(first_line, last_line)
        .map(([nameId, ordinal, timestampMs]) => ({ projectId, nameId, ordinal, timestampMs }));
      const moved = moveTexts(own, { bySeqs: seq, byMs: receivedAtMs }, heads);
      storeChunk(db, { firstSeq: seq + first, lastSeq: seq + last, data: moved, heads });
      events += heads.length;
      newest = seq + last;
    }
  }
  if (events > 0) {
    setNewestSeq(db, newest);
    list(db, staging, seq);
  }
  return events;
}

/** Lists the uuids of the events after this `seq`. A list may name a duplicate that was left out. */
function list(db: Db, staging: Staging, seq: number): void {
  const newest = newestSeq(db);
  const listed = new Set<number>();
  // Only a block without earlier events has no other uuids.
  const isNew = (block: number) => seq === 0 || block * LISTED_EVENTS > seq;
  let open: { block: number; maker: UuidListMaker } | undefined;
  const store = () => {
    if (open === undefined || !isNew(open.block) || open.block > blockOf(newest)) return;
    storeWholeList(db, open.block, open.maker);
    listed.add(open.block);
  };
  eachHash(staging, (place, hash) => {
    const block = blockOf(seq + place);
    if (block !== open?.block) {
      store();
      open = { block, maker: new UuidListMaker() };
    }
    open.maker.add(hash, seq + place - block * LISTED_EVENTS);
  });
  store();
  for (let block = blockOf(seq + 1); block <= blockOf(newest); block++) if (!listed.has(block)) relistBlock(db, block);
}

/** A chunk without some events; null = none is left. */
function without(data: Buffer, gone: ReadonlySet<number>): Buffer | null {
  if (gone.size === 0) return data;
  const chunk = unpackTexts(data);
  if (chunk === null) throw new Error("The bytes of a staged chunk have changed.");
  const kept = chunk.seqs.filter((place) => !gone.has(place));
  return kept.length === 0 ? null : packTexts(kept.map(chunk.event));
}
