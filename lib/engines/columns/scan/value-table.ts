import { parseNumber, propertyText } from "../../../events/filters/index.ts";
import type { Json } from "../../../events/filters/index.ts";
import type { Dictionary } from "../log/dictionary.ts";
import type { PropertyColumn } from "../log/segment.ts";

type Table = Uint8Array | Uint32Array | Float64Array;

/**
 * Creates tables of numbers by code: `toNumber` of each value of a column. A column's table is kept as long as the
 * column, and the number of a value is kept for all columns that share the value.
 */
export function compileTable<T extends Table>(
  Numbers: new (length: number) => T,
  toNumber: (value: Json | undefined) => number,
): (column: PropertyColumn) => T {
  const tables = new WeakMap<PropertyColumn, T>();
  const memos = new WeakMap<Dictionary, number[]>();
  const memoOf = (shared: Dictionary) => {
    const memo = memos.get(shared) ?? [];
    memos.set(shared, memo);
    return memo;
  };
  return (column) => {
    const known = tables.get(column);
    if (known !== undefined) return known;
    const { values, terms } = column;
    const table = new Numbers(values.length);
    tables.set(column, table);
    if (terms === null) {
      for (let code = 0; code < table.length; code++) table[code] = toNumber(values[code]);
      return table;
    }
    const memo = memoOf(terms.shared);
    for (let code = 0; code < table.length; code++) {
      table[code] = memo[terms.places[code]!] ??= toNumber(values[code]);
    }
    return table;
  };
}

/** The numbers for sums, by code; NaN = not a number. The same for all questions. */
export const numbersOf = compileTable(Float64Array, (value) => parseNumber(propertyText(value)) ?? NaN);
