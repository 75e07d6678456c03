import { Interned } from "../entities/interned.ts";
import type { Segment } from "../log/segment.ts";

/** Values of rows, with a number for each distinct value. */
export interface Numbered<Value> {
  /** Numbers of the rows `start` to `end − 1`. Read-only. */
  of(segment: Segment, start: number, end: number): Uint32Array;
  /** Above every number of `of`. */
  limit(): number;
  /** The values of a number of `of`. */
  valuesOf(number: number): Value[];
}

/** Two numbers below this fit one number of a double. */
const PAIR = 2 ** 26;

/** Pairs that get a table, which then costs no more than a segment's rows. */
const MOST_TABLED = 2 ** 16;

/** Numbers each pair of numbers. */
export function pair<Value>(left: Numbered<Value>, right: Numbered<Value>): Numbered<Value> {
  const pairs = new Interned<number>();
  return {
    of(segment, start, end) {
      const numbers = left.of(segment, start, end);
      const others = right.of(segment, start, end);
      const paired = new Uint32Array(numbers.length);
      const width = right.limit();
      const isFew = left.limit() * width <= MOST_TABLED;
      // A pair's number + 1; most rows have a pair seen before.
      const met = new Uint32Array(isFew ? left.limit() * width : 0);
      for (let row = 0; row < paired.length; row++) {
        const [number, other] = [numbers[row]!, others[row]!];
        const place = number * width + other;
        if (!isFew) paired[row] = pairs.numberOf(number * PAIR + other);
        else paired[row] = (met[place] ||= pairs.numberOf(number * PAIR + other) + 1) - 1;
      }
      return paired;
    },
    limit: () => pairs.size,
    valuesOf(number) {
      const both = pairs.values[number]!;
      return [...left.valuesOf(Math.floor(both / PAIR)), ...right.valuesOf(both % PAIR)];
    },
  };
}

/** No values: all rows are alike. */
export const NO_VALUES: Numbered<never> = {
  of: (_, start, end) => new Uint32Array(end - start),
  limit: () => 1,
  valuesOf: () => [],
};
