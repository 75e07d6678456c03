import type { Aggregate } from "../../../lib/port/counting.ts";

/** Reduces the numbers of a bucket to its value; without numbers 0. Source: reference/insights.md 7.1. */
export function aggregateOf(numbers: readonly number[], aggregate: Aggregate): number {
  if (numbers.length === 0) return 0;
  const sum = () => numbers.reduce((total, number) => total + number, 0);
  switch (aggregate.name) {
    case "sum":
      return sum();
    case "avg":
      return sum() / numbers.length;
    case "min":
      return numbers.reduce((least, number) => Math.min(least, number));
    case "max":
      return numbers.reduce((most, number) => Math.max(most, number));
    case "quantile":
      return quantile(numbers, aggregate.level);
  }
}

function quantile(numbers: readonly number[], level: number): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  const place = level * (sorted.length - 1);
  const below = Math.floor(place);
  const low = sorted[below] ?? 0;
  const high = sorted[below + 1] ?? low;
  return low + (high - low) * (place - below);
}
