import type { Bin } from "../../port/lines.ts";
/** Added to the last bound, so that the largest number falls below it. */
const CENT = 0.01;

/**
 * Cuts distinct numbers into bins that hold about as many of them each.
 * @param numbers distinct, ascending; how often each occurs does not matter
 * @returns at most `count` bins, ascending; none without numbers
 * Bounds are the quantiles at 0, 1/n, …, 1 (levels to two decimals, as the original writes them), floored to two decimals,
 * equal neighbours merged. Source: reference/insights.md 7.5.
 */
export function toBins(numbers: readonly number[], count: number): Bin[] {
  if (numbers.length === 0) return [];
  const levels = Array.from({ length: count + 1 }, (_, index) => Math.round((index / count) * 100) / 100);
  const floored = levels.map((level) => Math.floor(quantileOfSorted(numbers, level) * 100) / 100);
  const bounds = floored.filter((bound, index) => bound !== floored[index - 1]);
  const lows = bounds.length === 1 ? bounds : bounds.slice(0, -1);
  return lows.map((low, index) => {
    const isLast = index === lows.length - 1;
    return { low, high: isLast ? (bounds.at(-1) ?? low) + CENT : (bounds[index + 1] ?? low) };
  });
}

function quantileOfSorted(numbers: readonly number[], level: number): number {
  const place = level * (numbers.length - 1);
  const below = Math.floor(place);
  const low = numbers[below] ?? 0;
  const high = numbers[below + 1] ?? low;
  return low + (high - low) * (place - below);
}

/** How answers write a bin: `[10.0,30.0]`. */
export function formatBin({ low, high }: Bin): string {
  return `[${formatBound(low)},${formatBound(high)}]`;
}

function formatBound(bound: number): string {
  if (Number.isNaN(bound)) return "nan";
  return Number.isInteger(bound) ? `${bound}.0` : String(bound);
}
