/** Entities in a key, `cell · 2²⁶ + entity`: the key stays an exact whole number. */
export const ENTITIES = 2 ** 26;

/** Keys gathered before they are counted: half a megabyte. */
const MIN_PENDING = 65_536;

/**
 * Counts how often each key (a whole number) was added. Example: 7 3 7 → between 0 and 10: 1 2. Cost: 16 bytes a
 * distinct key, and as much for keys that wait to be sorted in.
 */
export class PairCounts {
  /** Ascending, each once. */
  #keys = new Float64Array(0);
  #counts = new Float64Array(0);
  #pending = new Float64Array(MIN_PENDING);
  #waiting = 0;

  add(key: number): void {
    if (this.#waiting === this.#pending.length) this.#merge();
    this.#pending[this.#waiting++] = key;
  }

  /** The counts of the keys from `from` to below `until`, in the order of the keys. */
  between(from: number, until: number): Float64Array {
    if (this.#waiting > 0) this.#merge();
    return this.#counts.subarray(lowerBound(this.#keys, from), lowerBound(this.#keys, until));
  }

  /** Calls `see` with each key and its count, in the order of the keys. */
  each(see: (key: number, count: number) => void): void {
    if (this.#waiting > 0) this.#merge();
    for (const [place, key] of this.#keys.entries()) see(key, this.#counts[place]!);
  }

  #merge(): void {
    const added = this.#pending.subarray(0, this.#waiting).toSorted();
    const keys = new Float64Array(this.#keys.length + added.length);
    const counts = new Float64Array(keys.length);
    let size = 0;
    const put = (key: number, count: number) => {
      if (size === 0 || keys[size - 1] !== key) keys[size++] = key;
      counts[size - 1]! += count;
    };
    let place = 0;
    for (const key of added) {
      while (place < this.#keys.length && this.#keys[place]! <= key) put(this.#keys[place]!, this.#counts[place++]!);
      put(key, 1);
    }
    while (place < this.#keys.length) put(this.#keys[place]!, this.#counts[place++]!);
    this.#keys = keys.slice(0, size);
    this.#counts = counts.slice(0, size);
    this.#waiting = 0;
    // Doubles the space, so that each key is copied a few times only.
    if (size > this.#pending.length) this.#pending = new Float64Array(size);
  }
}

/** The first place of the ascending keys at or above a key. */
function lowerBound(keys: Float64Array, key: number): number {
  let low = 0;
  let high = keys.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (keys[middle]! < key) low = middle + 1;
    else high = middle;
  }
  return low;
}
