/** A path during reading: `length` items and the ms of each; it has space for all of an actor's rows. */
export interface PathBuffer {
  items: Uint32Array;
  times: Float64Array;
  /** The first kept item, and the number of kept items. */
  from: number;
  length: number;
  /** Did the limit leave items out? */
  goesOn: boolean;
}

/**
 * Reads the session at row `from` into the buffer: the last of equal items in a row, without an `empty` item at the
 * end. Returns the first row after the session, at least `gapMs` after the row before, or `until`. Values are items.
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
  path.goesOn = false;
  return at;
}

/** The kept part of paths: −1 = no such point. */
export interface PathCut {
  start: number;
  end: number;
  limit: number;
  /** Item in place of a path's middle between two points. */
  gap: number;
}

/**
 * Cuts a path to the part from `start`, until `end`, and to `limit` items: the last items with an end alone, the first
 * and last half with both, else the first. Without a required point the path becomes empty. Example: a b c d e, start
 * b, limit 3 → b c d; both b and e, limit 3 → b gap e. One step per item.
 */
export function cutPath(path: PathBuffer, { start, end, limit, gap }: PathCut): void {
  if (start >= 0) {
    const until = path.from + path.length;
    path.from = find(path.items, start, path.from, until);
    path.length = until - path.from;
  }
  if (end >= 0) {
    const until = path.from + path.length;
    // The end comes after the start, even if the items are equal.
    const at = find(path.items, end, start < 0 ? path.from : path.from + 1, until);
    path.length = at >= until ? 0 : at + 1 - path.from;
  }
  if (path.length <= limit) return;
  if (end >= 0 && start >= 0) cutMiddle(path, limit >>> 1, gap);
  else {
    if (end >= 0) path.from += path.length - limit;
    else path.goesOn = true;
    path.length = limit;
  }
}

/** `until` or more = not found. */
function find(items: Uint32Array, item: number, from: number, until: number): number {
  let at = from;
  while (at < until && items[at] !== item) at++;
  return at;
}

/** The gap has the time of the first replaced item. */
function cutMiddle(path: PathBuffer, half: number, gap: number): void {
  const { items, times, from, length } = path;
  items[from + half] = gap;
  items.copyWithin(from + half + 1, from + length - half, from + length);
  times.copyWithin(from + half + 1, from + length - half, from + length);
  path.length = half + 1 + half;
}
