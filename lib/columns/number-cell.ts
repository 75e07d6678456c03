import type { Aggregate } from "../insights/index.ts";

/** Numbers on their way to one. */
export interface NumberCell {
  add(number: number): void;
  /** Of one number at least. */
  value(): number;
}

/** Makes an empty cell. Source: reference/insights.md 7.1. */
export function toNumberCell(aggregate: Aggregate): NumberCell {
  switch (aggregate.name) {
    case "sum":
    case "avg":
      return addUp(aggregate.name === "avg");
    case "min":
      return keepBest((a, b) => Math.min(a, b));
    case "max":
      return keepBest((a, b) => Math.max(a, b));
    case "quantile":
      return keepAll(aggregate.level);
  }
}

function addUp(isMean: boolean): NumberCell {
  let sum = 0;
  let count = 0;
  return {
    add(number) {
      sum += number;
      count++;
    },
    value: () => (isMean ? sum / count : sum),
  };
}

function keepBest(better: (a: number, b: number) => number): NumberCell {
  let best: number | undefined;
  return {
    add: (number) => void (best = best === undefined ? number : better(best, number)),
    value: () => best ?? 0,
  };
}

function keepAll(level: number): NumberCell {
  let numbers = new Float64Array(16);
  let count = 0;
  return {
    add(number) {
      if (count === numbers.length) {
        const wider = new Float64Array(count * 2);
        wider.set(numbers);
        numbers = wider;
      }
      numbers[count++] = number;
    },
    value() {
      const sorted = numbers.subarray(0, count).toSorted();
      const place = level * (count - 1);
      const below = Math.floor(place);
      const low = sorted[below]!;
      const high = sorted[below + 1] ?? low;
      return low + (high - low) * (place - below);
    },
  };
}
