/** Memory for the masks of one slice after the other. */
export interface MaskRoom {
  /** So many bytes, with content left by the last use. */
  take(length: number): Uint8Array;
  /** Frees all that was taken. */
  reuse(): void;
}

/**
 * Opens room for masks. A mask for each slice of 10 million rows is 10 MB of new memory for a question, which the collector of garbage
 * then has to look for: a third of the time of a filter.
 */
export function openMaskRoom(): MaskRoom {
  let bytes = new Uint8Array(0);
  let taken = 0;
  return {
    take(length) {
      const from = taken;
      taken += length;
      return taken <= bytes.length ? bytes.subarray(from, taken) : new Uint8Array(length);
    },
    reuse() {
      // With room to spare, so that it rarely grows.
      if (taken > bytes.length) bytes = new Uint8Array(taken * 1.5);
      taken = 0;
    },
  };
}
