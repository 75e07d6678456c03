import { Column, numberAt, putWord, wordAt } from "./columns";

/** As `findUnordered` of `unordered-actors.ts`. */
export function findUnordered(
  actors: Column,
  stretches: Column,
  roomFrom: u32,
  ends: Column,
  count: u32,
  times: Column,
  isByArrival: u32,
  found: Column,
): u32 {
  let end: u32 = 0;
  let from: u32 = 0;
  let index: u32 = 0;
  while (index < count) {
    const actor = wordAt(actors, index);
    const first = index++;
    while (index < count && wordAt(actors, index) === actor) index++;
    const until = wordAt(ends, index - 1);
    if (index - first > 1) {
      let isFound = isByArrival !== 0 && isMixed(stretches, roomFrom, first, index);
      for (let at = first; !isFound && at < index - 1; at++) {
        const row = wordAt(ends, at);
        isFound = row > from && row < until && numberAt(times, row) < numberAt(times, row - 1);
      }
      if (isFound) putWord(found, end++, first);
    }
    from = until;
  }
  return end;
}

function isMixed(stretches: Column, roomFrom: u32, first: u32, end: u32): bool {
  if (end - first > 2) return true;
  return wordAt(stretches, first) < roomFrom === wordAt(stretches, first + 1) < roomFrom;
}
