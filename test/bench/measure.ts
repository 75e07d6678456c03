/** Milliseconds that `run` takes. */
export async function elapsedMs(run: () => Promise<void> | void): Promise<number> {
  const start = performance.now();
  await run();
  return performance.now() - start;
}

/** The middle value; of an even number of values the lower one. */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) / 2)] ?? Number.NaN;
}

/** `part` of `whole` as text with two decimals. */
export function ratio(part: number, whole: number): string {
  return (part / whole).toFixed(2);
}

/** A whole number with thousands separated by blanks. */
export function count(value: number): string {
  return Math.round(value).toLocaleString("en").replaceAll(",", " ");
}
