/** The middle of the first `count` numbers, interpolated between two; puts them into another order. Cost: linear. */
export function medianOf(numbers: Float64Array, count: number): number {
  if (count <= 2) return count === 1 ? numbers[0]! : (numbers[0]! + numbers[1]!) / 2;
  const place = (count - 1) / 2;
  const low = select(numbers, count, Math.floor(place));
  if (Number.isInteger(place)) return low;
  // All that lie behind it now are at least as large.
  let high = Infinity;
  for (let at = Math.ceil(place); at < count; at++) if (numbers[at]! < high) high = numbers[at]!;
  return low + (high - low) / 2;
}

/** The number that would be at a place of the first `count` if they were sorted: Hoare's quickselect. */
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
