import { ANY } from "../compile/type.ts";
import type { ScalarFunction, ScalarFunctions } from "./function.ts";
import { requireFew } from "./array-functions.ts";

// A map is the text of a JSON object.

type Entries = Record<string, unknown>;

const read = (text: string) => JSON.parse(text) as Entries;

/** Reads maps, and makes another one of them. */
function merge(run: (maps: readonly Entries[]) => Entries): ScalarFunction {
  return { takes: "x x*", gives: ANY, run: (...texts: string[]) => JSON.stringify(run(texts.map(read))) };
}

/** Adds up the values of each key, with signs. */
function sums(maps: readonly Entries[], signOf: (index: number) => number): Entries {
  const all = new Map<string, number>();
  for (const [index, map] of maps.entries())
    for (const [key, value] of Object.entries(map)) all.set(key, (all.get(key) ?? 0) + signOf(index) * Number(value));
  return Object.fromEntries(all);
}

/** Functions that the compiler calls. */
export const MAP_PRIMITIVES: ScalarFunctions = {
  mapAdd: merge((maps) => sums(maps, () => 1)),
  mapSubtract: merge((maps) => sums(maps, (index) => (index === 0 ? 1 : -1))),
  /** Later maps win. */
  mapUpdate: merge((maps) => Object.fromEntries(maps.flatMap((map) => Object.entries(map)))),
  mapFromArrays: {
    takes: "x x",
    gives: ANY,
    run: (keys: string, values: string) => {
      const [names, of] = [keys, values].map((text) => JSON.parse(text) as unknown[]) as [unknown[], unknown[]];
      if (names.length !== of.length) throw new Error("The arrays of mapFromArrays have different lengths.");
      return JSON.stringify(Object.fromEntries(names.map((name, index) => [String(name), of[index]])));
    },
  },
  mapPopulateSeries: {
    takes: "x n?",
    gives: ANY,
    run: (text: string, end?: number) => {
      const map = read(text);
      const keys = Object.keys(map).map(Number);
      if (keys.length === 0) return "{}";
      const first = keys.reduce((least, key) => Math.min(least, key));
      const last = end ?? keys.reduce((most, key) => Math.max(most, key));
      requireFew(last - first + 1);
      const series = Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => String(first + index));
      return JSON.stringify(Object.fromEntries(series.map((key) => [key, map[key] ?? 0])));
    },
  },
};
