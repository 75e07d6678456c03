/**
 * Threads that answer one question together, in step: each runs the same code on its own share, and they exchange
 * results at the same points. `share-question.ts` starts them.
 */
export interface WorkerGroup {
  /** This thread's position, from 0: the answer of rank 0 counts. */
  rank: number;
  size: number;
  /**
   * Returns the values of all threads, by rank. Values in a `SharedArrayBuffer` are shared, others copied. Every thread
   * must call it equally often. @throws PeerLost when another thread left
   */
  gather<T>(mine: T): T[];
  /**
   * As `gather`, for the first thread only; the others get their own value back, and their later results are ignored.
   */
  collect<T>(mine: T): T[];
  /** The first thread's value in all threads; the first thread does not wait. `make` runs there alone. */
  spread<T>(make: () => T): T;
  /** Zeros that other threads can read without a copy; valid until the question is answered. */
  words(length: number): Uint32Array;
}

/** A thread that answers alone. */
export const SINGLE_WORKER: WorkerGroup = {
  rank: 0,
  size: 1,
  gather: (mine) => [mine],
  collect: (mine) => [mine],
  spread: (make) => make(),
  words: (length) => new Uint32Array(length),
};

/** Another thread of the worker group could not continue: a single thread must answer. */
export class PeerLost extends Error {
  override name = "PeerLost";
}

/** The part of `length` items for one thread: `from` to `until − 1`. */
export function partOf({ rank: place, size }: WorkerGroup, length: number): { from: number; until: number } {
  return { from: Math.floor((length * place) / size), until: Math.floor((length * (place + 1)) / size) };
}

/** Adds up the threads' values by position: 1 2 and 3 4 5 → 4 6 5. Only the first thread may read the result. */
export function addUp(workers: WorkerGroup, mine: Float64Array<ArrayBuffer>): Float64Array<ArrayBuffer> {
  const all = workers.collect(mine);
  if (all.length === 1) return mine;
  const sums = new Float64Array(all.reduce((most, { length }) => Math.max(most, length), 0));
  for (const list of all) for (let index = 0; index < list.length; index++) sums[index]! += list[index]!;
  return sums;
}

/** As `addUp`, for named lists; names may differ between threads. */
export function addUpLists<T extends Record<string, number[]>>(workers: WorkerGroup, mine: T): T {
  const [, ...others] = workers.collect(mine);
  const sums: Record<string, number[]> = { ...mine };
  for (const [name, list] of others.flatMap((lists) => Object.entries(lists))) {
    const own = sums[name] ?? [];
    sums[name] = Array.from({ length: Math.max(own.length, list.length) }, (_, at) => (own[at] ?? 0) + (list[at] ?? 0));
  }
  return sums as T;
}
