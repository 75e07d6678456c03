/** The index of the last of the ascending `edgesMs` at or before `ms`, by binary search; −1 = it is before them all. */
export function bucketOf(edgesMs: number[], ms: number): number {
  let low = 0;
  let high = edgesMs.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((edgesMs[middle] ?? Infinity) <= ms) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
