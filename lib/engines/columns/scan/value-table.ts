import { parseNumber, propertyText } from "../../../events/filters/index.ts";
import type { Json } from "../../../events/filters/index.ts";
import type { Dictionary } from "../log/dictionary.ts";
import type { PropertyColumn } from "../log/segment.ts";

type Table = Uint8Array | Uint32Array | Float64Array;

/** As `compileTables`, one value at a time. */
export function compileTable<T extends Table>(
  Numbers: new (length: number) => T,
  toNumber: (value: Json | undefined) => number,
): (column: PropertyColumn) => T {
  return compileTables(Numbers, (values) => values.map(toNumber));
}

/**
 * Tables by code: `toNumbers` of a column's values. A table lives as long as its column; the number of a shared value
 * is kept for all columns.
 */
export function compileTables<T extends Table>(
  Numbers: new (length: number) => T,
  toNumbers: (values: (Json | undefined)[]) => readonly number[],
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
    const { terms } = column;
    const table = new Numbers(terms === null ? column.values.length : terms.places.length);
    if (terms === null) table.set(toNumbers(column.values));
    else {
      const { places, shared } = terms;
      const memo = memoOf(shared);
      const codes: number[] = [];
      for (let code = 0; code < places.length; code++) if (memo[places[code]!] === undefined) codes.push(code);
      const found = toNumbers(codes.map((code) => shared.values[places[code]!]));
      for (const [at, code] of codes.entries()) memo[places[code]!] = found[at]!;
      for (let code = 0; code < table.length; code++) table[code] = memo[places[code]!]!;
    }
    tables.set(column, table);
    return table;
  };
}

/** Numbers for sums; NaN = not a number. The same for all questions. */
export const numbersOf = compileTable(Float64Array, (value) => parseNumber(propertyText(value)) ?? NaN);
