import type { Dictionary } from "./dictionary.ts";
import type { CodedColumn, PropertyColumn } from "./segment.ts";

/** More values are likely ids, which segments rarely have in common. A higher number costs memory. */
const MAX_SHARED = 300_000;

/** Adds a column's values to the shared dictionary, as far as it has space; takes over the column. */
export function shareValues({ codes, values }: CodedColumn, shared: Dictionary): PropertyColumn {
  if (shared.values.length + values.length > MAX_SHARED) return { codes, values, terms: null };
  const places = new Uint32Array(values.length);
  for (let code = 1; code < values.length; code++) {
    const place = shared.codeOf(values[code]!);
    places[code] = place;
    // Keeps one copy of equal texts.
    values[code] = shared.values[place];
  }
  return { codes, values, terms: { shared, places } };
}
