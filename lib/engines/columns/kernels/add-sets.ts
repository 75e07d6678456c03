/** What sets become when others are added to them, as far as it is known. */
export interface KnownSets {
  /** The set that most have. */
  common: number;
  /** What becomes of it, by the byte that is added; `UNKNOWN_SET` = nobody asked yet. */
  ofCommon: Uint32Array;
  /** What becomes of others, by the set and, in the lowest 8 bits, the byte. */
  others: Map<number, number>;
  /** Gives what becomes of a set. */
  add(set: number, bits: number): number;
}

/** No set has this number. */
export const UNKNOWN_SET = 0xffff_ffff;

/**
 * Adds to the number of each row's set what the row's byte says; of 0 it stays. Example: sets 1 1, bytes 0 3, and 1 with 3 is
 * set 2 → 1 2. One look-up for each row of the common set, without a branch that a processor could not guess; for one of another
 * set that is added to one in a map.
 */
export function addSets(sets: Uint32Array, bits: Uint8Array, { common, ofCommon, others, add }: KnownSets): void {
  for (let row = 0; row < sets.length; row++) {
    const own = bits[row]!;
    const set = sets[row]!;
    if (set === common) {
      let into = ofCommon[own]!;
      if (into === UNKNOWN_SET) into = ofCommon[own] = add(set, own);
      sets[row] = into;
    } else if (own !== 0) {
      const key = set * 256 + own;
      let into = others.get(key);
      if (into === undefined) others.set(key, (into = add(set, own)));
      sets[row] = into;
    }
  }
}
