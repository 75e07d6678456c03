/**
 * Sorts moments `from` to `until − 1` by time; of equal times the one that was first stays first. A moment is two numbers:
 * its time, at place 2·i, and something that goes with it.
 *
 * Made for moments that are nearly in order, some of them late: the late ones are taken out, sorted by themselves, and merged
 * back. Cost: one step for a moment, and log(late ones) for each late one.
 * Example: times 1 5 2 6 3 → 1 5 6 stay, 2 3 are merged in: 1 2 3 5 6. @param spare room for as many moments
 */
export function sortMoments(moments: Float64Array, spare: Float64Array, from: number, until: number): void {
  let kept = from + 1;
  while (kept < until && moments[2 * kept]! >= moments[2 * kept - 2]!) kept++;
  if (kept >= until) return;
  let late = 0;
  for (let at = kept; at < until; at++) {
    const isLate = moments[2 * at]! < moments[2 * kept - 2]!;
    if (isLate) move(moments, at, spare, late++);
    else move(moments, at, moments, kept++);
  }
  sortLate(spare, moments.subarray(2 * kept, 2 * until), late);
  mergeBack(moments, { from, kept, until }, spare, late);
}

function move(source: Float64Array, from: number, target: Float64Array, to: number): void {
  target[2 * to] = source[2 * from]!;
  target[2 * to + 1] = source[2 * from + 1]!;
}

/** From the end, since the room is there. Nothing that stayed is younger than an equal late one: those came before it. */
function mergeBack(
  moments: Float64Array,
  { from, kept, until }: { from: number; kept: number; until: number },
  late: Float64Array,
  count: number,
): void {
  let stayed = kept - 1;
  let other = count - 1;
  for (let at = until - 1; other >= 0; at--) {
    if (stayed >= from && moments[2 * stayed]! > late[2 * other]!) move(moments, stayed--, moments, at);
    else move(late, other--, moments, at);
  }
}

/** Merges ascending stretches two by two until one is left. @param room as large as they are */
function sortLate(late: Float64Array, room: Float64Array, count: number): void {
  let starts = [0];
  for (let at = 1; at < count; at++) if (late[2 * at]! < late[2 * at - 2]!) starts.push(at);
  let source = late;
  let target = room;
  while (starts.length > 1) {
    const merged: number[] = [];
    for (let index = 0; index < starts.length; index += 2) {
      const start = starts[index]!;
      const middle = starts[index + 1] ?? count;
      merge(source, target, { start, middle, end: starts[index + 2] ?? count });
      merged.push(start);
    }
    starts = merged;
    [source, target] = [target, source];
  }
  if (source !== late) late.set(source.subarray(0, 2 * count));
}

function merge(
  source: Float64Array,
  target: Float64Array,
  { start, middle, end }: { start: number; middle: number; end: number },
): void {
  let left = start;
  let right = middle;
  for (let at = start; at < end; at++) {
    const isRight = left === middle || (right < end && source[2 * right]! < source[2 * left]!);
    move(source, isRight ? right++ : left++, target, at);
  }
}
