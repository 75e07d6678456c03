import type { Json } from "../../../events/filters/index.ts";
import type { CodedColumn, PropertyColumn } from "./segment.ts";

/** More values than this are not shared among segments: they are ids, which segments hardly have in common. */
const MAX_SHARED = 100_000;

/** Gives each distinct value a code, from 1; 0 = missing. Values of different types never share one. */
export class Dictionary {
  readonly values: (Json | undefined)[] = [undefined];
  /** Estimated length of the values as JSON text. */
  size = 0;
  readonly #scalars = new Map<Json, number>();
  /** Lists and objects by their JSON. */
  readonly #others = new Map<string, number>();

  codeOf(value: Json): number {
    if (typeof value === "object" && value !== null) return this.#codeOfOther(value);
    const known = this.#scalars.get(value);
    if (known !== undefined) return known;
    const code = this.#add(value, typeof value === "string" ? value.length + 3 : 12);
    this.#scalars.set(value, code);
    return code;
  }

  #codeOfOther(value: Json): number {
    const text = JSON.stringify(value);
    const known = this.#others.get(text);
    if (known !== undefined) return known;
    const code = this.#add(value, text.length + 1);
    this.#others.set(text, code);
    return code;
  }

  #add(value: Json, size: number): number {
    this.size += size;
    return this.values.push(value) - 1;
  }
}

/** The narrowest codes that hold `count` values. */
export function narrowCodes(codes: Uint32Array, count: number): CodedColumn["codes"] {
  if (count <= 0x100) return Uint8Array.from(codes);
  return count <= 0x1_0000 ? Uint16Array.from(codes) : codes;
}

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
