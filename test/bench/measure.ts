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

/** The median of ratios with the smallest and the largest as text: `0.52 (0.47 to 0.55)`. */
export function range(ratios: readonly number[]): string {
  const [least, most] = [Math.min(...ratios), Math.max(...ratios)];
  return `${median(ratios).toFixed(2)} (${least.toFixed(2)} to ${most.toFixed(2)})`;
}

/** A whole number with thousands separated by blanks. */
export function count(value: number): string {
  return Math.round(value).toLocaleString("en").replaceAll(",", " ");
}
