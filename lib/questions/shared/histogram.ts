import type { Bin } from "../../port/lines.ts";
/** Added to the last bound, so that the largest number is below it. */
const CENT = 0.01;

/** Levels of the quantiles that cut `count` bins: 0, 1/n, …, 1, to two decimals, as the original writes them. */
export function toLevels(count: number): number[] {
  return Array.from({ length: count + 1 }, (_, index) => Math.round((index / count) * 100) / 100);
}

/**
 * Cuts bins with about equally many distinct numbers.
 * @param quantiles of the distinct numbers, at the levels of `toLevels`; none = there are no numbers
 * @returns bins in ascending order, at most one for each two quantiles. Bounds are the quantiles, rounded down to two
 * decimals; equal neighbours are merged. Source: reference/insights.md 7.5.
 */
export function toBins(quantiles: readonly number[]): Bin[] {
  const floored = quantiles.map((quantile) => Math.floor(quantile * 100) / 100);
  const bounds = floored.filter((bound, index) => bound !== floored[index - 1]);
  const lows = bounds.length === 1 ? bounds : bounds.slice(0, -1);
  return lows.map((low, index) => {
    const isLast = index === lows.length - 1;
    return { low, high: isLast ? (bounds.at(-1) ?? low) + CENT : (bounds[index + 1] ?? low) };
  });
}

/** How answers write a bin: `[10.0,30.0]`. */
export function formatBin({ low, high }: Bin): string {
  return `[${formatBound(low)},${formatBound(high)}]`;
}

function formatBound(bound: number): string {
  if (Number.isNaN(bound)) return "nan";
  return Number.isInteger(bound) ? `${bound}.0` : String(bound);
}
