import { compiledFor } from "./compiled.ts";

/** Gathered rows of actors, by stretch: within a stretch in order of time, then of arrival. */
export interface GatheredStretches {
  /** The actor of each stretch; those of one actor lie side by side. */
  actors: Uint32Array;
  /** The number of each stretch. Rows of stretches from `roomFrom` on arrived after all rows before. */
  stretches: Uint32Array;
  roomFrom: number;
  /** The end of each stretch's rows. */
  ends: Uint32Array;
  count: number;
  times: Float64Array;
}

/**
 * Finds the actors of several stretches whose rows are not in order of time, or, with `isByArrival`, may not be in the
 * order of arrival where times are equal. Example: actors 4 4 7, ends 1 2 3, times 9 8 5 → 0. One step for each
 * stretch.
 * @param found the first stretch of each such actor; as long as there are stretches
 * @returns the number of such actors
 */
export function findUnordered(rows: GatheredStretches, isByArrival: boolean, found: Uint32Array): number {
  const { actors, stretches, roomFrom, ends, count, times } = rows;
  const compiled = compiledFor(actors, stretches, ends, times, found);
  if (compiled !== null) {
    return compiled.findUnordered(
      actors.byteOffset,
      stretches.byteOffset,
      roomFrom,
      ends.byteOffset,
      count,
      times.byteOffset,
      isByArrival ? 1 : 0,
      found.byteOffset,
    );
  }
  let end = 0;
  for (let index = 0; index < count;) {
    const first = index++;
    while (index < count && actors[index] === actors[first]) index++;
    if (index - first > 1 && (isUnordered(rows, first, index) || (isByArrival && isMixed(rows, first, index))))
      found[end++] = first;
  }
  return end;
}

/** Is a stretch of an actor's `first` to `end − 1` out of order? */
function isUnordered({ ends, times }: GatheredStretches, first: number, end: number): boolean {
  const from = first === 0 ? 0 : ends[first - 1]!;
  const until = ends[end - 1]!;
  for (let index = first; index < end - 1; index++) {
    const row = ends[index]!;
    if (row > from && row < until && times[row]! < times[row - 1]!) return true;
  }
  return false;
}

/**
 * May a row of one stretch have arrived before a row of an earlier stretch? Not with one stretch of the index and one
 * of the room.
 */
export function isMixed(
  { stretches, roomFrom }: Pick<GatheredStretches, "stretches" | "roomFrom">,
  first: number,
  end: number,
): boolean {
  return end - first > 2 || stretches[first]! < roomFrom === stretches[first + 1]! < roomFrom;
}
