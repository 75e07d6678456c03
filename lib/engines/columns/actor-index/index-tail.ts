import type { People } from "../entities/people.ts";
import { PeerLost } from "../group/worker-group.ts";
import type { Segment } from "../log/segment.ts";
import { TAIL_ROWS } from "./actor-index.ts";
import type { ActorIndex, TailUse } from "./actor-index.ts";
import { appendSegments, bitsFor, numberNames } from "./build-index.ts";

/**
 * An actor index with the rows of the unfinished block, which lie in a room behind its columns. Without it each
 * question would group those rows and append them actor by actor: a sixth of a funnel over 10 million events.
 *
 * The first thread of a worker group rewrites the room when an event has come, while a thread with a question that was
 * given up may still read it. So each content has a number: the writer sets the next number, then asks whether anybody
 * reads; a reader says that it reads, then looks at the number. Whatever the order, one of them sees the other and
 * gives way.
 */
export interface IndexTail {
  /** Names the rows that the room has. */
  key: string;
  longer: ActorIndex;
}

const NUMBER = 0;
const READERS = 1;

/**
 * Extends an actor index by the rows of later segments, as far as it can hold them.
 * @param known the last result for the same index
 * @returns null = no rows were added
 */
export function findTail(
  actorIndex: ActorIndex,
  known: IndexTail | null,
  { segments, people }: { segments: readonly Segment[]; people: People },
): IndexTail | null {
  const later = fitting(actorIndex, segments);
  if (later.length === 0) return null;
  const key = `${later.length} ${later.reduce((sum, { rows }) => sum + rows, 0)}`;
  const state = known?.longer.tail?.state ?? new Int32Array(new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT));
  if (known?.key === key && known.longer.tail?.number === Atomics.load(state, NUMBER)) return known;
  const tail: TailUse = { state, number: Atomics.add(state, NUMBER, 1) + 1, firstStretch: actorIndex.ids.length };
  if (Atomics.load(state, READERS) > 0) return null;
  const numbers = numberNames(later, actorIndex.nameIds);
  return { key, longer: { ...appendSegments(actorIndex, later, people.actors.length, numbers), tail } };
}

/** The next segments whose rows an actor index can hold. */
function fitting({ segmentCount, nameIds, tags, tagBits, minMs }: ActorIndex, segments: readonly Segment[]): Segment[] {
  const later: Segment[] = [];
  const names = new Set(nameIds);
  const highLimit = 2 ** (tags.BYTES_PER_ELEMENT === 2 ? 16 - tagBits : 31 - tagBits);
  let rows = 0;
  for (const segment of segments.slice(segmentCount)) {
    rows += segment.rows;
    for (const { eventNameId } of segment.runs) names.add(eventNameId);
    const isInside = segment.minMs >= minMs && Math.floor((segment.maxMs - minMs) / 2 ** 32) < highLimit;
    if (!isInside || rows > TAIL_ROWS || bitsFor(names.size) > tagBits) break;
    later.push(segment);
  }
  return later;
}

/** Calls `read` while the room of an actor index keeps its content. @throws PeerLost when the content has changed */
export function readingTail<T>({ tail }: ActorIndex, read: () => T): T {
  if (tail === null) return read();
  Atomics.add(tail.state, READERS, 1);
  try {
    if (Atomics.load(tail.state, NUMBER) !== tail.number) throw new PeerLost();
    return read();
  } finally {
    Atomics.sub(tail.state, READERS, 1);
  }
}
