/**
 * Numbers sets of selections, in the order of their appearance: the numbers are the values of actors' rows, by which
 * properties of a set are looked up. 0 is the empty set. Numbers are valid for one question of one thread. A set costs
 * a word for each 32 selections.
 *
 * Example: of selections 0 to 2, `add(0, [2])` → 1, `add(1, [0])` → 2, `add(0, [0, 2])` → 2.
 */
export class SelectionSets {
  /** Above every assigned number. */
  limit = 0;
  /** The selections of each set as bits, in a fixed number of words. */
  #words: Uint32Array<ArrayBuffer>;
  readonly #size: number;
  readonly #numbers = new Map<number | string, number>();
  readonly #spare: Uint32Array<ArrayBuffer>;

  /** @param count selections are 0 to this − 1 */
  constructor(count: number) {
    this.#size = Math.max(1, Math.ceil(count / 32));
    this.#words = new Uint32Array(16 * this.#size);
    this.#spare = new Uint32Array(this.#size);
    this.#intern();
  }

  /** Returns the number of a set with further selections. */
  add(set: number, selections: Iterable<number>): number {
    const size = this.#size;
    const spare = this.#spare;
    for (let word = 0; word < size; word++) spare[word] = this.#words[set * size + word]!;
    for (const selection of selections) spare[selection >>> 5]! |= 1 << (selection & 31);
    return this.#intern();
  }

  has(set: number, selection: number): boolean {
    return ((this.#words[set * this.#size + (selection >>> 5)]! >>> (selection & 31)) & 1) === 1;
  }

  /** A word for each known set: bit i = it has the selection `selections[i]`; up to 32 selections. */
  bitsOf(selections: readonly number[]): Uint32Array {
    const bits = new Uint32Array(this.limit);
    for (const [place, selection] of selections.entries()) {
      for (let set = 0; set < this.limit; set++) if (this.has(set, selection)) bits[set]! |= 1 << place;
    }
    return bits;
  }

  /** The number of the set in the spare words. */
  #intern(): number {
    const size = this.#size;
    const spare = this.#spare;
    const key = size === 1 ? spare[0]! : spare.join();
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    const number = this.limit++;
    if (this.limit * size > this.#words.length) {
      const wider = new Uint32Array(this.#words.length * 2);
      wider.set(this.#words);
      this.#words = wider;
    }
    this.#words.set(spare, number * size);
    this.#numbers.set(key, number);
    return number;
  }
}
