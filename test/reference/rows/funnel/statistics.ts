/** The mean of numbers; there must be one. */
export function meanOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
}

/** The number in the middle, or between the two there; there must be one. */
export function medianOf(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  const place = (sorted.length - 1) / 2;
  const low = sorted[Math.floor(place)] ?? 0;
  const high = sorted[Math.ceil(place)] ?? 0;
  return low + (high - low) * (place - Math.floor(place));
}
