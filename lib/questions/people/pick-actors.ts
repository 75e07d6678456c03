import type { ActorPage, AppearancesPage } from "../../port/actors.ts";

export function lengthOf(page: ActorPage): number {
  return page.by === "persons" ? page.ids.length : page.keys.length;
}

/** The part of a page with the actors at these places. */
export function pickActors<Page extends ActorPage>(page: Page, places: readonly number[]): Page {
  const { values, words = 0, bits }: ActorPage & Partial<AppearancesPage> = page;
  return {
    ...page,
    ...(page.by === "persons"
      ? { ids: Float64Array.from(places, (place) => page.ids[place] ?? 0) }
      : { keys: places.map((place) => page.keys[place] ?? "") }),
    ...(values !== undefined && { values: Float64Array.from(places, (place) => values[place] ?? 0) }),
    ...(bits !== undefined && { bits: pickBits(bits, words, places) }),
  };
}

/** The places from `start` to below `end` that the page has. */
export function placesOf(page: ActorPage, start: number, end: number): number[] {
  return Array.from({ length: Math.max(0, Math.min(end, lengthOf(page)) - start) }, (_, index) => start + index);
}

function pickBits(bits: Uint32Array, words: number, places: readonly number[]): Uint32Array {
  const picked = new Uint32Array(places.length * words);
  for (const [index, place] of places.entries()) {
    picked.set(bits.subarray(place * words, (place + 1) * words), index * words);
  }
  return picked;
}
