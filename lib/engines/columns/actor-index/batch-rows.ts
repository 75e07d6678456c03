import type { Stretches, TaggedRows } from "../kernels/gather-rows.ts";
import type { Execution } from "../execution.ts";
import { PeerLost } from "../group/worker-group.ts";
import type { Arena, ColumnType } from "../log/arena.ts";
import type { ActorBatch } from "./actor-batch.ts";
import type { ActorIndex, StoredRows } from "./actor-index.ts";
import { ChunkReader, isInMemory, StoredIndexLost } from "./stored-index.ts";

/** The rows of a batch, and its stretches among them. */
export interface BatchRows {
  rows: TaggedRows;
  asked: Stretches;
}

export type TakeRows = (batch: ActorBatch) => BatchRows;

/**
 * Reads batches of an actor index where its rows lie: in memory, or in a file.
 * @throws PeerLost when the file is gone or damaged; the index is dropped, so that the next asking does without it
 */
export function readingBatches(
  { projectId, actorIndexes, arena }: Pick<Execution, "projectId" | "actorIndexes" | "arena">,
  actorIndex: ActorIndex,
  usualRows: number,
  read: (takeRows: TakeRows) => void,
): void {
  const { stored } = actorIndex;
  if (stored === null || isInMemory(actorIndex)) return read((batch) => ({ rows: actorIndex, asked: batch }));
  let chunks: ChunkReader | undefined;
  try {
    chunks = new ChunkReader(stored, actorIndex);
    read(takeStored(actorIndex, stored, { chunks, arena, usualRows }));
  } catch (error) {
    if (!(error instanceof StoredIndexLost)) throw error;
    actorIndexes.lose(projectId, stored, error.isDamaged);
    throw new PeerLost();
  } finally {
    chunks?.close();
  }
}

/** Copies the rows of each batch together. Neighbouring stretches, as most are, are copied at once. */
function takeStored(
  actorIndex: ActorIndex,
  stored: StoredRows,
  { chunks, arena, usualRows }: { chunks: ChunkReader; arena: Arena; usualRows: number },
): TakeRows {
  const { tags, tagBits, minMs, offsets } = actorIndex;
  const storedStretches = stored.firsts.at(-1)!;
  const Tags: ColumnType<Uint16Array | Uint32Array> = tags instanceof Uint16Array ? Uint16Array : Uint32Array;
  const words = (length: number) => arena.takeForKernels(Uint32Array, length);
  const open = (rows: number) => ({ lows: words(rows), places: words(rows), tags: arena.takeForKernels(Tags, rows) });
  let columns = open(usualRows);
  let numbers = words(0);
  let ends = words(1);
  let number = 0;

  /** The chunk of a stretch: nearly always the last one, or the next. */
  const findChunk = (stretch: number): number => {
    const { firsts } = stored;
    if (stretch < firsts[number]! || stretch >= firsts[Math.min(number + 2, firsts.length - 1)]!) {
      let [low, high] = [0, firsts.length - 2];
      while (low < high) {
        const middle = (low + high + 1) >>> 1;
        if (firsts[middle]! <= stretch) low = middle;
        else high = middle - 1;
      }
      number = low;
    } else if (stretch >= firsts[number + 1]!) number++;
    return number;
  };

  const copy = (first: number, until: number, at: number) => {
    const isStored = first < storedStretches;
    const own = isStored ? chunks.read(number) : actorIndex;
    const from = offsets[first]! - (isStored ? offsets[stored.firsts[number]!]! : 0);
    const end = from + offsets[until]! - offsets[first]!;
    columns.lows.set(own.lows.subarray(from, end), at);
    columns.places.set(own.places.subarray(from, end), at);
    columns.tags.set(own.tags.subarray(from, end), at);
  };

  return (batch) => {
    const { stretches, count, total } = batch;
    if (total > columns.lows.length) columns = open(2 * total);
    if (count > numbers.length) {
      numbers = words(stretches.length);
      for (let index = 0; index < numbers.length; index++) numbers[index] = index;
      ends = words(stretches.length + 1);
    }
    let at = 0;
    for (let index = 0; index < count;) {
      const first = stretches[index]!;
      const limit = first < storedStretches ? stored.firsts[findChunk(first) + 1]! : offsets.length - 1;
      let until = first;
      do {
        ends[index] = at + offsets[until]! - offsets[first]!;
        until++;
        index++;
      } while (index < count && stretches[index] === until && until < limit);
      copy(first, until, at);
      at += offsets[until]! - offsets[first]!;
    }
    ends[count] = at;
    return {
      rows: { ...columns, tagBits, minMs, offsets: ends },
      asked: { stretches: numbers, ends: batch.ends, count },
    };
  };
}
