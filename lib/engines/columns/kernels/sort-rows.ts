/** Rows in three columns. */
export interface SortedRows {
  times: Float64Array;
  values: Uint32Array;
  places: Uint32Array;
}

/**
 * Sorts rows `from` to `until − 1` by time; equal times keep their order.
 *
 * For rows with a few late rows: these are taken out, sorted, and merged back. Cost: one step for each row, and
 * log(late rows) for each late row. Example: times 1 5 2 6 3 → 1 5 6 stay, 2 3 are merged in: 1 2 3 5 6. @param spare
 * space for twice as many rows
 */
export function sortRows(rows: SortedRows, spare: SortedRows, from: number, until: number): void {
  const { times } = rows;
  let kept = from + 1;
  while (kept < until && times[kept]! >= times[kept - 1]!) kept++;
  if (kept >= until) return;
  let late = 0;
  for (let at = kept; at < until; at++) {
    if (times[at]! < times[kept - 1]!) move(rows, at, spare, late++);
    else move(rows, at, rows, kept++);
  }
  const first = sortLate(spare, late);
  mergeBack(rows, { from, kept, until }, spare, { first, end: first + late });
}

function move(source: SortedRows, from: number, target: SortedRows, to: number): void {
  target.times[to] = source.times[from]!;
  target.values[to] = source.values[from]!;
  target.places[to] = source.places[from]!;
}

/** Merges from the end, where the space is. A row that stayed comes before an equal late row. */
function mergeBack(
  rows: SortedRows,
  { from, kept, until }: { from: number; kept: number; until: number },
  late: SortedRows,
  { first, end }: { first: number; end: number },
): void {
  let stayed = kept - 1;
  let other = end - 1;
  for (let at = until - 1; other >= first; at--) {
    if (stayed >= from && rows.times[stayed]! > late.times[other]!) move(rows, stayed--, rows, at);
    else move(late, other--, rows, at);
  }
}

/** Rows from which ascending runs are merged; insertion sort would move each row past all rows out of order. */
const MERGE_FROM = 24;

/** Sorts the first `count` rows; returns where they are then: 0 or `count`. */
function sortLate(late: SortedRows, count: number): number {
  if (count < MERGE_FROM) {
    insert(late, count);
    return 0;
  }
  let starts = [0];
  for (let at = 1; at < count; at++) if (late.times[at]! < late.times[at - 1]!) starts.push(at);
  let source = 0;
  while (starts.length > 1) {
    const merged: number[] = [];
    for (let index = 0; index < starts.length; index += 2) {
      const start = starts[index]!;
      const middle = starts[index + 1] ?? count;
      merge(late, source, count - source, { start, middle, end: starts[index + 2] ?? count });
      merged.push(start);
    }
    starts = merged;
    source = count - source;
  }
  return source;
}

function insert({ times, values, places }: SortedRows, count: number): void {
  for (let row = 1; row < count; row++) {
    const time = times[row]!;
    const value = values[row]!;
    const place = places[row]!;
    let at = row;
    for (; at > 0 && times[at - 1]! > time; at--) {
      times[at] = times[at - 1]!;
      values[at] = values[at - 1]!;
      places[at] = places[at - 1]!;
    }
    times[at] = time;
    values[at] = value;
    places[at] = place;
  }
}

/** Merges two runs of the half at `source` into the other half. */
function merge(
  rows: SortedRows,
  source: number,
  target: number,
  { start, middle, end }: { start: number; middle: number; end: number },
): void {
  const { times } = rows;
  let left = start;
  let right = middle;
  for (let at = start; at < end; at++) {
    const isRight = left === middle || (right < end && times[source + right]! < times[source + left]!);
    move(rows, source + (isRight ? right++ : left++), rows, target + at);
  }
}
