import { Column, numberAt, putNumber, putWord, wordAt } from "./columns";

/** No item of a path. */
const NONE: u32 = 0xffff_ffff;

/**
 * Counts the edges of sessions by step, source and target, as `readSession` with a cut to `limit` items finds them.
 * @param gapMs from here on another session begins @param empty an item that does not end a path
 */
export function countPaths(
  actors: Column,
  ends: Column,
  first: u32,
  until: u32,
  times: Column,
  values: Column,
  fromMs: f64,
  untilMs: f64,
  gapMs: f64,
  empty: u32,
  limit: u32,
  items: u32,
  counts: Column,
  sumsMs: Column,
): void {
  let index = first;
  let row: u32 = first === 0 ? 0 : wordAt(ends, first - 1);
  while (index < until) {
    const actor = wordAt(actors, index++);
    while (index < until && wordAt(actors, index) === actor) index++;
    const end = wordAt(ends, index - 1);
    let last = end;
    while (row < last && numberAt(times, row) < fromMs) row++;
    while (row < last && numberAt(times, last - 1) >= untilMs) last--;
    // The session's items so far, and the latest two.
    let length: u32 = 0;
    let before: u32 = NONE;
    let beforeMs: f64 = 0;
    while (row < last) {
      const item = wordAt(values, row);
      const ms = numberAt(times, row);
      row++;
      const isEnd = row === last || numberAt(times, row) - ms >= gapMs;
      if (!isEnd && wordAt(values, row) === item) continue;
      if (length < limit && !(isEnd && item === empty)) {
        if (length > 0) {
          const place = ((length - 1) * items + before) * items + item;
          putWord(counts, place, wordAt(counts, place) + 1);
          putNumber(sumsMs, place, numberAt(sumsMs, place) + ms - beforeMs);
        }
        before = item;
        beforeMs = ms;
        length++;
      }
      if (isEnd) length = 0;
    }
    row = end;
  }
}
