/** Running sums. */
export function accumulate(data: readonly number[]): number[] {
  let sum = 0;
  return data.map((value) => (sum += value));
}

/** Each point becomes the mean, rounded down, of itself and up to `intervals − 1` points before it. */
export function smooth(data: readonly number[], intervals: number): number[] {
  if (intervals <= 1) return [...data];
  // Each window is summed apart: a running sum of fractions drifts, and rounding down shows it.
  return data.map((_, index) => {
    const window = data.slice(Math.max(0, index + 1 - intervals), index + 1);
    return Math.floor(total(window) / window.length);
  });
}

export function total(data: readonly number[]): number {
  return data.reduce((sum, value) => sum + value, 0);
}
