import { lengthOf } from "../../../engines/columns/entities/actor-list.ts";
import type { WholeList } from "../../../engines/columns/entities/actor-list.ts";
import { countBoth } from "../../../engines/columns/kernels/bits.ts";

/**
 * Orders actors by how many of their first `cells` cells they have, the most first, then by key, descending. One pass
 * over the actors for each number, without a sort.
 * @param listed in ascending order of keys
 * @param bits the cells of each, `words` words an actor
 */
export function rankAppearances(
  listed: WholeList,
  { words, bits, cells }: { words: number; bits: Uint32Array; cells: number },
): WholeList {
  const shown = toMask(words, cells);
  const ranked: number[][] = [];
  for (const place of descending(listed)) {
    const count = countBoth(bits.subarray(place * words, (place + 1) * words), shown);
    (ranked[count] ??= []).push(place);
  }
  const order: number[] = [];
  const counts: number[] = [];
  for (let count = ranked.length - 1; count >= 0; count--) {
    for (const place of ranked[count] ?? []) {
      order.push(place);
      counts.push(count);
    }
  }
  const ordered = new Uint32Array(bits.length);
  for (const [at, place] of order.entries()) {
    ordered.set(bits.subarray(place * words, (place + 1) * words), at * words);
  }
  return {
    ...(listed.by === "groups"
      ? { ...listed, keys: order.map((place) => listed.keys[place]!) }
      : { ...listed, ids: Float64Array.from(order, (place) => listed.ids[place]!) }),
    values: Float64Array.from(counts),
    words,
    bits: ordered,
    order: "values, keys descending",
  };
}

/** Bits of the first `cells` cells. */
function toMask(words: number, cells: number): Uint32Array {
  const mask = new Uint32Array(words);
  for (let cell = 0; cell < Math.min(cells, words * 32); cell++) mask[cell >>> 5]! |= 1 << (cell & 31);
  return mask;
}

/** Places in descending order of keys; personless actors, with the lowest numbers, keep their order. */
function descending(listed: WholeList): number[] {
  const places = Array.from({ length: lengthOf(listed) }, (_, place) => place);
  if (listed.by === "groups") return places.toReversed();
  const firstPersonless = listed.ids.findIndex((id) => id < 0);
  const persons = firstPersonless === -1 ? places.length : firstPersonless;
  return [...places.slice(0, persons).toReversed(), ...places.slice(persons)];
}
