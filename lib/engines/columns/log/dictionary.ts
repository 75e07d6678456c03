import { randomInt } from "node:crypto";
import type { Json } from "../../../events/filters/index.ts";

/** Differs between processes, so that nobody can send texts of one hash. */
const SEED = randomInt(2 ** 31);

/**
 * Assigns a code to each distinct value, from 1; 0 = missing. Values of different types never share a code. Texts have a table of their
 * own: a Map reads each new string several times, a microsecond for an address.
 */
export class Dictionary {
  readonly values: (Json | undefined)[] = [undefined];
  /** Estimated length of the values as JSON text. */
  size = 0;
  /** The code of each text, at a place by its hash, and that hash; code 0 = a free place. At most half full. */
  #texts = new Uint32Array(2 * 64);
  #textCount = 0;
  readonly #scalars = new Map<Json, number>();
  /** Codes of lists and objects, by JSON. */
  readonly #others = new Map<string, number>();
  readonly #mostValues: number;

  /** @param mostValues further values have no code @default any number */
  constructor(mostValues = Infinity) {
    this.#mostValues = mostValues;
  }

  /** 0 = it is new, and there are enough. */
  codeOf(value: Json): number {
    if (typeof value === "string") return this.#codeOfText(value, 0, value.length, false);
    if (typeof value === "object" && value !== null) return this.#codeOfOther(value);
    const known = this.#scalars.get(value);
    if (known !== undefined) return known;
    const code = this.#add(value, 12);
    if (code > 0) this.#scalars.set(value, code);
    return code;
  }

  /** As `codeOf`, of a text in JSON without escapes: `from` to `until` between its quotes. */
  codeOfQuoted(json: string, from: number, until: number): number {
    return this.#codeOfText(json, from, until, true);
  }

  #codeOfText(text: string, from: number, until: number, isQuoted: boolean): number {
    const hash = hashText(text, from, until);
    const table = this.#texts;
    const last = table.length / 2 - 1;
    let place = hash & last;
    for (let code = table[2 * place]!; code !== 0; code = table[2 * place]!) {
      if (table[2 * place + 1] === hash && this.#isText(code, text, from, until)) return code;
      place = (place + 1) & last;
    }
    // A slice would keep the whole JSON.
    const value = isQuoted ? (JSON.parse(text.slice(from - 1, until + 1)) as string) : text;
    const code = this.#add(value, value.length + 3);
    if (code === 0) return 0;
    table[2 * place] = code;
    table[2 * place + 1] = hash;
    this.#textCount += 1;
    if (this.#textCount * 2 > last) this.#grow();
    return code;
  }

  #isText(code: number, text: string, from: number, until: number): boolean {
    const value = this.values[code] as string;
    return value.length === until - from && text.startsWith(value, from);
  }

  #grow(): void {
    const before = this.#texts;
    const table = (this.#texts = new Uint32Array(before.length * 2));
    const last = table.length / 2 - 1;
    for (let from = 0; from < before.length; from += 2) {
      if (before[from] === 0) continue;
      let place = before[from + 1]! & last;
      while (table[2 * place] !== 0) place = (place + 1) & last;
      table[2 * place] = before[from]!;
      table[2 * place + 1] = before[from + 1]!;
    }
  }

  #codeOfOther(value: Json): number {
    const text = JSON.stringify(value);
    const known = this.#others.get(text);
    if (known !== undefined) return known;
    const code = this.#add(value, text.length + 1);
    if (code > 0) this.#others.set(text, code);
    return code;
  }

  #add(value: Json, size: number): number {
    if (this.values.length > this.#mostValues) return 0;
    this.size += size;
    return this.values.push(value) - 1;
  }
}

function hashText(text: string, from: number, until: number): number {
  let hash = SEED;
  for (let at = from; at < until; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x0100_0193);
  return (hash ^ (hash >>> 15)) >>> 0;
}
