/** The least of the ascending `times` at or after `ms`; undefined = there is none. */
export function firstFrom(times: readonly number[], ms: number): number | undefined {
  return times[placeOf(times, (time) => time >= ms)];
}

/** The least of the ascending `times` after `ms`. */
export function firstAfter(times: readonly number[], ms: number): number | undefined {
  return times[placeOf(times, (time) => time > ms)];
}

/** The first place at which `isThere` holds, by binary search: it holds from some place on. */
function placeOf(times: readonly number[], isThere: (time: number) => boolean): number {
  let low = 0;
  let high = times.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isThere(times[middle] ?? Infinity)) high = middle;
    else low = middle + 1;
  }
  return low;
}
