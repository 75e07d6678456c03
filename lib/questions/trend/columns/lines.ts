import type { GroupValue, LineKey } from "../../../port/lines.ts";
import type { TrendLine, BreakdownPlan } from "../plan.ts";
import { parseNumber, propertyText } from "../../../events/filters/index.ts";
import { compileKeys } from "../../../engines/columns/scan/group-values.ts";
import type { Keys } from "../../../engines/columns/scan/group-values.ts";
import { andInto } from "../../../engines/columns/kernels/mask.ts";
import { compileMask } from "../../../engines/columns/scan/mask.ts";
import type { Mask } from "../../../engines/columns/scan/mask.ts";
import type { Execution } from "../../../engines/columns/execution.ts";
import type { Slice } from "../../../engines/columns/scan/scan.ts";
import type { Tally } from "./tally-frame.ts";
import type { LinedSlice } from "../../../engines/columns/entities/add-to-cells.ts";

/** How rows fall into lines. */
export interface Lines {
  /** The lines, in the order of their numbers. */
  keys: LineKey[];
  /** A slice's rows with their lines, once for each line that a row may be in. */
  toLined(slice: Slice): Iterable<LinedSlice>;
}

/** The lines of a series, read off its tally. */
export function readLines({ keys }: Lines, tally: Tally): TrendLine[] {
  return keys.map((key, line) => ({ key, data: tally.values(line) }));
}

/** One line for all. */
export function wholeLine(): Lines {
  return { keys: [{ type: "whole" }], toLined: (slice) => [{ ...slice, line: 0, lineLimit: 1 }] };
}

/** A line for each bin of the source's numbers. */
export function binLines({ source, bins }: Extract<BreakdownPlan, { by: "bins" }>, execution: Execution): Lines {
  const keys = compileKeys([source], execution);
  const masks = bins.map(({ low, high }): Mask => {
    const isInside = (value: GroupValue | undefined) => {
      const number = toBinNumber(value);
      return number !== null && number >= low && number < high ? 1 : 0;
    };
    // An entry for each key's number, filled as the keys become known.
    const table: (0 | 1)[] = [];
    return (segment, start, end) => {
      const numbers = keys.of(segment, start, end);
      while (table.length < keys.limit()) table.push(isInside(keys.valuesOf(table.length)[0]));
      const mask = new Uint8Array(numbers.length);
      for (let row = 0; row < mask.length; row++) mask[row] = table[numbers[row]!]!;
      return mask;
    };
  });
  return maskedLines(
    bins.map((bin) => ({ type: "bin", bin })),
    masks,
  );
}

/** The number that decides a value's bin; null = the value is not a number. */
export function toBinNumber(value: GroupValue | undefined): number | null {
  return typeof value === "number" ? value : parseNumber(propertyText(value));
}

/** A line for each cohort; null = everybody. */
export function cohortLines({ ids }: Extract<BreakdownPlan, { by: "cohorts" }>, execution: Execution): Lines {
  const masks = ids.map((id) =>
    id === null ? null : compileMask({ type: "cohort", key: "id", value: [id], negation: false }, execution),
  );
  return maskedLines(
    ids.map((id) => ({ type: "cohort", id })),
    masks,
  );
}

function maskedLines(keys: LineKey[], masks: (Mask | null)[]): Lines {
  return {
    keys,
    *toLined(slice) {
      const { segment, start, end } = slice;
      for (const [line, maskOf] of masks.entries()) {
        const mask = maskOf?.(segment, start, end) ?? null;
        if (mask !== null && slice.mask !== null) andInto(mask, slice.mask);
        yield { ...slice, mask: mask ?? slice.mask, line, lineLimit: masks.length };
      }
    },
  };
}

/** The lines of a page of ranked keys. */
export interface ValuePage {
  names: LineKey[];
  /** The number of the key of each line, except the line of all other values. */
  page: number[];
  /** The line of each key, by number; −1 = none. */
  lineOf: Int32Array;
  /** The line of keys without a rank; −1 = none. */
  other: number;
}

/** Takes a page of keys. @param ranked numbers of keys, the best first */
export function toValuePage(
  { limit, offset, hasRest }: Extract<BreakdownPlan, { by: "values" }>,
  keys: Pick<Keys, "valuesOf">,
  ranked: number[],
): ValuePage {
  const page = ranked.slice(offset, offset + limit);
  const names: LineKey[] = page.map((number) => ({ type: "values", values: keys.valuesOf(number) }));
  const isRest = hasRest && ranked.length > offset + limit;
  if (isRest) names.push({ type: "rest" });
  const other = isRest ? page.length : -1;
  const lineOf = new Int32Array(ranked.reduce((most, number) => Math.max(most, number), -1) + 1).fill(other);
  for (const number of ranked.slice(0, offset)) lineOf[number] = -1;
  for (const [line, number] of page.entries()) lineOf[number] = line;
  return { names, page, lineOf, other };
}

/** A line for each given key, and maybe one for all other keys. */
export function givenLines(
  { hasRest }: Extract<BreakdownPlan, { by: "values" }>,
  given: GroupValue[][],
  keys: Keys,
): Lines {
  const names: LineKey[] = given.map((values) => ({ type: "values", values }));
  const lineOf = new Map(given.map((values, line) => [JSON.stringify(values), line]));
  const other = hasRest ? names.push({ type: "rest" }) - 1 : -1;
  // An entry for each key's number, filled as the keys become known.
  const table: number[] = [];
  return {
    keys: names,
    toLined(slice) {
      const numbers = keys.of(slice.segment, slice.start, slice.end);
      while (table.length < keys.limit()) {
        table.push(lineOf.get(JSON.stringify(keys.valuesOf(table.length))) ?? other);
      }
      return [{ ...slice, line: Int32Array.from(numbers, (number) => table[number]!), lineLimit: names.length }];
    },
  };
}

/** A line for each key of a page, and maybe one for all other values. */
export function valueLines({ names, lineOf, other }: ValuePage, keys: Keys): Lines {
  return {
    keys: names,
    *toLined(slice) {
      const numbers = keys.of(slice.segment, slice.start, slice.end);
      const line = new Int32Array(numbers.length);
      for (let row = 0; row < line.length; row++) {
        const number = numbers[row]!;
        line[row] = number < lineOf.length ? lineOf[number]! : other;
      }
      yield { ...slice, line, lineLimit: names.length };
    },
  };
}
