/**
 * Threads that answer one question together, in step: each runs the same code on its own share of the segments, and what they
 * have to know of each other they exchange at the same points. See `company.ts` for how they come together.
 */
export interface Crew {
  /** Which of them this thread is, from 0: the first one's answer counts. */
  place: number;
  size: number;
  /**
   * What each of them gives, in the order of their places. Memory is shared where it lies in a `SharedArrayBuffer`, and copied
   * else. Every one of them has to call it as often as the others. @throws Deserted when another one left
   */
  gather<T>(mine: T): T[];
  /** The same for the first of them alone; the others get their own back, and what they go on to find is not looked at. */
  collect<T>(mine: T): T[];
  /** So many zeros, which others may be given without a copy; good until the question is answered. */
  words(length: number): Uint32Array;
}

/** A thread that answers by itself. */
export const ALONE: Crew = {
  place: 0,
  size: 1,
  gather: (mine) => [mine],
  collect: (mine) => [mine],
  words: (length) => new Uint32Array(length),
};

/** Another one of the crew could not go on: the question is to be answered by one thread. */
export class Deserted extends Error {
  override name = "Deserted";
}

/** The part of `length` things that a thread of a crew looks at, all of them being looked at by one: `from` to `until − 1`. */
export function partOf({ place, size }: Crew, length: number): { from: number; until: number } {
  return { from: Math.floor((length * place) / size), until: Math.floor((length * (place + 1)) / size) };
}

/** What all count in the same places, added up: 1 2 and 3 4 5 → 4 6 5. To be read at the first place only. */
export function addUp(crew: Crew, mine: Float64Array<ArrayBuffer>): Float64Array<ArrayBuffer> {
  const all = crew.collect(mine);
  if (all.length === 1) return mine;
  const sums = new Float64Array(all.reduce((most, { length }) => Math.max(most, length), 0));
  for (const list of all) for (let index = 0; index < list.length; index++) sums[index]! += list[index]!;
  return sums;
}

/** The same for lists with names, which need not be the same names. */
export function addUpLists<T extends Record<string, number[]>>(crew: Crew, mine: T): T {
  const [, ...others] = crew.collect(mine);
  const sums: Record<string, number[]> = { ...mine };
  for (const [name, list] of others.flatMap((lists) => Object.entries(lists))) {
    const own = sums[name] ?? [];
    sums[name] = Array.from({ length: Math.max(own.length, list.length) }, (_, at) => (own[at] ?? 0) + (list[at] ?? 0));
  }
  return sums as T;
}
