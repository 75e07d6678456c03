/** A path being read: `length` items and the ms of each; there is room for as many items as an actor has rows. */
export interface PathBuffer {
  items: Uint32Array;
  times: Float64Array;
  /** The first item that is kept, and how many are. */
  from: number;
  length: number;
}

/**
 * Reads the session that begins at row `from` into the buffer: of equal items in a row the last, but no `empty` one at the
 * end. Returns the first row after it, at least `gapMs` after the one before, or `until`. The values of rows are items.
 * Example: times 1 2 3 4, items a a b 0, empty 0 → items a b, times 2 3; returns 4. One step per row.
 */
export function readSession(
  { times, values }: { times: Float64Array; values: Uint32Array },
  from: number,
  until: number,
  { gapMs, empty }: { gapMs: number; empty: number },
  path: PathBuffer,
): number {
  let ms = times[from]!;
  let item = values[from]!;
  let length = 0;
  let at = from + 1;
  for (; at < until; at++) {
    const nextMs = times[at]!;
    if (nextMs - ms >= gapMs) break;
    const next = values[at]!;
    if (next !== item) {
      path.items[length] = item;
      path.times[length++] = ms;
      item = next;
    }
    ms = nextMs;
  }
  if (item !== empty) {
    path.items[length] = item;
    path.times[length++] = ms;
  }
  path.from = 0;
  path.length = length;
  return at;
}

/** What is kept of paths: −1 = no such point. */
export interface PathCut {
  start: number;
  end: number;
  limit: number;
  /** Item that stands for the middle of a path between two points. */
  gap: number;
}

/**
 * Cuts a path: to what begins with `start`, to what ends with `end`, and to `limit` items: the last ones with an end alone,
 * the first and the last half with both, else the first ones. A path without a point that it should have is left empty.
 * Example: a b c d e, start b, limit 3 → b c d; both b and e, limit 3 → b gap e. One step per item.
 */
export function cutPath(path: PathBuffer, { start, end, limit, gap }: PathCut): void {
  if (start >= 0) {
    const until = path.from + path.length;
    path.from = find(path.items, start, path.from, until);
    path.length = until - path.from;
  }
  if (end >= 0) {
    const until = path.from + path.length;
    // The end comes after the start, even if they are the same item.
    const at = find(path.items, end, start < 0 ? path.from : path.from + 1, until);
    path.length = at >= until ? 0 : at + 1 - path.from;
  }
  if (path.length <= limit) return;
  if (end >= 0 && start >= 0) cutMiddle(path, limit >>> 1, gap);
  else {
    if (end >= 0) path.from += path.length - limit;
    path.length = limit;
  }
}

/** The place of the item; `until` or more = it is not there. */
function find(items: Uint32Array, item: number, from: number, until: number): number {
  let at = from;
  while (at < until && items[at] !== item) at++;
  return at;
}

/** The gap has the time of the first of those that it stands for. */
function cutMiddle(path: PathBuffer, half: number, gap: number): void {
  const { items, times, from, length } = path;
  items[from + half] = gap;
  items.copyWithin(from + half + 1, from + length - half, from + length);
  times.copyWithin(from + half + 1, from + length - half, from + length);
  path.length = half + 1 + half;
}
