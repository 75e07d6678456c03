import type { Dictionary } from "./dictionary.ts";
import type { CodedColumn, PropertyColumn } from "./segment.ts";

/** More values than this are not shared among segments: they are ids, which segments hardly have in common. */
const MAX_SHARED = 100_000;

/** Puts the values of a column into the dictionary that segments share, as far as that has room; takes the column over. */
export function shareValues({ codes, values }: CodedColumn, shared: Dictionary): PropertyColumn {
  if (shared.values.length + values.length > MAX_SHARED) return { codes, values, terms: null };
  const places = new Uint32Array(values.length);
  for (let code = 1; code < values.length; code++) {
    const place = shared.codeOf(values[code]!);
    places[code] = place;
    // Of equal texts one is kept.
    values[code] = shared.values[place];
  }
  return { codes, values, terms: { shared, places } };
}
