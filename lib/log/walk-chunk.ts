import type { Db } from "../storage/index.ts";
import { lostSeqs } from "./chunks/chunk-table.ts";
import { hasLostHeads, unpackHeads } from "./chunks/placed-heads.ts";
import type { PlacedHeads } from "./chunks/placed-heads.ts";
import { unpackTexts } from "./chunks/unpack-chunk.ts";
import { TEXT_FAULT } from "./event-sums.ts";
import { damagedEvent } from "./damaged-event.ts";

/** One project's events between two places, inclusive. */
export interface LogRange {
  projectId: number;
  firstSeq: number;
  lastSeq: number;
  /** Unreadable events to treat as absent. @default none */
  leftOut?: readonly number[];
}

export interface StoredChunk {
  data: Buffer;
  /** Its number of events. */
  events: number;
  firstSeq: number;
}

/** `fault` is the reason why the texts are damaged; null = they are sound. */
export type SeeTexts = (seq: number, properties: string, elements: string | null, fault: string | null) => void;

/**
 * Adds four numbers for each event of a chunk in a range: distance from the range's first place, name, distinct id,
 * time. A virtual table would take five times as long.
 * @throws corrupt when the chunk's heads are damaged
 */
export function addChunk(db: Db, chunk: StoredChunk, range: LogRange, numbers: number[]): void {
  const placed = openChunk(db, chunk, range.leftOut);
  if (placed === undefined) return;
  const { names, ordinals, times } = placed.heads;
  for (const index of wantedIn(placed, range)) {
    const distance = (placed.seqs[index] as number) - range.firstSeq;
    numbers.push(distance, names[index] as number, ordinals[index] as number, times[index] as number);
  }
}

/** Calls `see` for the events of a chunk in a range. @throws corrupt when its heads are damaged */
export function walkChunk(db: Db, chunk: StoredChunk, { range, see }: { range: LogRange; see: SeeTexts }): void {
  const placed = openChunk(db, chunk, range.leftOut);
  if (placed === undefined) return;
  const texts = unpackTexts(chunk.data);
  for (const index of wantedIn(placed, range)) {
    const seq = placed.seqs[index] as number;
    if (texts === null) see(seq, "", null, TEXT_FAULT);
    else see(seq, texts.properties(seq), texts.elements(seq), null);
  }
}

/**
 * Undefined = no event is left.
 * @throws corrupt naming the first event not in `leftOut`, when the heads are damaged
 */
export function openChunk(
  db: Pick<Db, "sql">,
  { data, events, firstSeq }: StoredChunk,
  leftOut: readonly number[] = [],
): PlacedHeads | undefined {
  const placed = unpackHeads(data);
  if (!hasLostHeads(placed, events)) return placed;
  const bad = lostSeqs(firstSeq, data, events).find((seq) => !leftOut.includes(seq));
  if (bad !== undefined) throw damagedEvent(db, bad);
  return undefined;
}

function* wantedIn(
  { seqs, heads }: PlacedHeads,
  { projectId, firstSeq, lastSeq, leftOut = [] }: LogRange,
): Generator<number> {
  for (const [index, seq] of seqs.entries()) {
    if (seq < firstSeq || seq > lastSeq || heads.projects[index] !== projectId) continue;
    if (leftOut.length === 0 || !leftOut.includes(seq)) yield index;
  }
}
