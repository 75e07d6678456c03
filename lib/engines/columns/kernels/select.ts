/**
 * Numbers from which a histogram comes before quickselect, whose branches cannot be predicted: it leaves some hundred
 * of half a million numbers, in half the time.
 */
const MANY = 4096;
const BUCKETS = 2048;

/** The median of the first `count` finite numbers, interpolated between two; reorders them. Cost: linear. */
export function medianOf(numbers: Float64Array, count: number): number {
  if (count <= 2) return count === 1 ? numbers[0]! : (numbers[0]! + numbers[1]!) / 2;
  return count < MANY ? middleOf(numbers, count, (count - 1) / 2) : medianOfMany(numbers, count);
}

/** Keeps only the numbers in the median's bucket, and in the next bucket with any. */
function medianOfMany(numbers: Float64Array, count: number): number {
  let least = Infinity;
  let most = -Infinity;
  for (let at = 0; at < count; at++) {
    const number = numbers[at]!;
    if (number < least) least = number;
    if (number > most) most = number;
  }
  const perNumber = (BUCKETS - 1) / (most - least);
  // All are equal, or nearly.
  if (!Number.isFinite(perNumber)) return middleOf(numbers, count, (count - 1) / 2);
  const counts = new Uint32Array(BUCKETS);
  for (let at = 0; at < count; at++) counts[((numbers[at]! - least) * perNumber) | 0]! += 1;
  const place = (count - 1) / 2;
  let before = 0;
  let first = 0;
  while (before + counts[first]! <= Math.floor(place)) before += counts[first++]!;
  let last = first;
  for (let seen = before + counts[first]!; seen <= Math.ceil(place);) seen += counts[++last]!;
  let kept = 0;
  for (let at = 0; at < count; at++) {
    const number = numbers[at]!;
    const bucket = ((number - least) * perNumber) | 0;
    if (bucket >= first && bucket <= last) numbers[kept++] = number;
  }
  return middleOf(numbers, kept, place - before);
}

/** The number at a place, from 0, of the first `count` in sorted order; between two: the middle of both. */
function middleOf(numbers: Float64Array, count: number, place: number): number {
  const low = select(numbers, count, Math.floor(place));
  if (Number.isInteger(place)) return low;
  // All numbers behind this place are at least as large, so the smallest of them is next.
  let high = Infinity;
  for (let at = Math.ceil(place); at < count; at++) if (numbers[at]! < high) high = numbers[at]!;
  return low + (high - low) / 2;
}

/** Insertion sort is used up to here. */
const FEW = 24;

/**
 * The median of numbers that each occur as often as their weight, `total` times together: 5 1 7 with weights 1 1 2 → 6.
 * Reorders both lists. Cost: linear.
 */
export function weightedMedianOf(numbers: Float64Array, weights: Uint32Array, count: number, total: number): number {
  const place = (total - 1) >>> 1;
  let low = 0;
  let high = count - 1;
  // The total weight of the numbers before `low`.
  let before = 0;
  while (high - low >= FEW) {
    const middle = split(numbers, weights, low, high);
    let there = 0;
    for (let at = low; at <= middle; at++) there += weights[at]!;
    if (place < before + there) high = middle;
    else {
      before += there;
      low = middle + 1;
    }
  }
  insert(numbers, weights, low, high);
  let at = low;
  for (before += weights[at]!; before <= place; before += weights[at]!) at++;
  const number = numbers[at]!;
  if (total >>> 1 < before) return number;
  // All numbers behind are at least as large.
  let next = at < high ? numbers[at + 1]! : Infinity;
  for (let behind = high + 1; behind < count; behind++) if (numbers[behind]! < next) next = numbers[behind]!;
  return number + (next - number) / 2;
}

/** Moves numbers up to a pivot before the rest, and returns their last position. */
function split(numbers: Float64Array, weights: Uint32Array, low: number, high: number): number {
  const pivot = numbers[(low + high) >>> 1]!;
  let left = low - 1;
  let right = high + 1;
  for (;;) {
    do left++;
    while (numbers[left]! < pivot);
    do right--;
    while (numbers[right]! > pivot);
    if (left >= right) return right;
    const [number, weight] = [numbers[left]!, weights[left]!];
    numbers[left] = numbers[right]!;
    weights[left] = weights[right]!;
    numbers[right] = number;
    weights[right] = weight;
  }
}

function insert(numbers: Float64Array, weights: Uint32Array, low: number, high: number): void {
  for (let index = low + 1; index <= high; index++) {
    const number = numbers[index]!;
    const weight = weights[index]!;
    let at = index;
    for (; at > low && numbers[at - 1]! > number; at--) {
      numbers[at] = numbers[at - 1]!;
      weights[at] = weights[at - 1]!;
    }
    numbers[at] = number;
    weights[at] = weight;
  }
}

/** The number at a position of the first `count` in sorted order: Hoare's quickselect. */
function select(numbers: Float64Array, count: number, place: number): number {
  let low = 0;
  let high = count - 1;
  while (low < high) {
    const pivot = numbers[(low + high) >>> 1]!;
    let left = low - 1;
    let right = high + 1;
    for (;;) {
      do left++;
      while (numbers[left]! < pivot);
      do right--;
      while (numbers[right]! > pivot);
      if (left >= right) break;
      const moved = numbers[left]!;
      numbers[left] = numbers[right]!;
      numbers[right] = moved;
    }
    if (place <= right) high = right;
    else low = right + 1;
  }
  return numbers[place]!;
}
