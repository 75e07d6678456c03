/** The known results of adding a byte to a set. */
export interface KnownSets {
  /** The set of most rows. */
  common: number;
  /** Results for the common set, by added byte; `UNKNOWN_SET` = not computed yet. */
  ofCommon: Uint32Array;
  /** Results for other sets, by the set and, in the lowest 8 bits, the byte. */
  others: Map<number, number>;
  /** Computes the result for a set. */
  add(set: number, bits: number): number;
}

/** No set has this number. */
export const UNKNOWN_SET = 0xffff_ffff;

/**
 * Adds each row's byte to its set; 0 changes nothing. Example: sets 1 1, bytes 0 3, and 1 with 3 is set 2 → 1 2. A
 * look-up, without an unpredictable branch, for rows of the common set; in a map for other changed rows.
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
