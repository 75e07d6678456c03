import type { Json } from "../../../events/filters/index.ts";

/** Assigns a code to each distinct value, from 1; 0 = missing. Values of different types never share a code. */
export class Dictionary {
  readonly values: (Json | undefined)[] = [undefined];
  /** Estimated length of the values as JSON text. */
  size = 0;
  readonly #scalars = new Map<Json, number>();
  /** Codes of lists and objects, by JSON. */
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
