import type { Db } from "../storage/index.ts";
import { lostSeqs } from "./chunks/chunk-table.ts";
import { hasLostHeads, unpackHeads } from "./chunks/placed-heads.ts";
import type { PlacedHeads } from "./chunks/placed-heads.ts";
import { unpackTexts } from "./chunks/unpack-chunk.ts";
import { TEXT_FAULT } from "./event-sums.ts";
import { damagedEvent } from "./damaged-event.ts";

/** Events of one project between two places of the log, inclusive. */
export interface LogRange {
  projectId: number;
  firstSeq: number;
  lastSeq: number;
  /** The `seq` of unreadable events, which are treated as absent. @default none */
  leftOut?: readonly number[];
}

export interface StoredChunk {
  data: Buffer;
  /** How many events it has. */
  events: number;
  firstSeq: number;
}

/** Takes the texts of an event, and the reason for which they are damaged; null = they are as they were stored. */
export type SeeTexts = (seq: number, properties: string, elements: string | null, fault: string | null) => void;

/**
 * Adds the numbers of the events of a chunk in a range to a list: of each its distance from the range's first place, name, distinct id and time. A virtual table would take five times as long.
 * @throws corrupt when its heads are damaged
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
 * The heads of a chunk; undefined = all its events were deleted.
 * @throws corrupt naming the first event that is not among `leftOut`, when they are damaged
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
