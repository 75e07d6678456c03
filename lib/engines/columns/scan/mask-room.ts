/** Memory for the masks of one slice at a time. */
export interface MaskRoom {
  /** So many bytes, with content left by the last use. */
  take(length: number): Uint8Array;
  /** Frees all masks. */
  reuse(): void;
}

/**
 * Opens room for masks. New memory for each slice, 10 MB over 10 million rows, would give the garbage collector a third
 * of the time of a filter.
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
      // Spare room, so that it rarely grows.
      if (taken > bytes.length) bytes = new Uint8Array(taken * 1.5);
      taken = 0;
    },
  };
}
