import { createHash } from "node:crypto";

/** Bytes that derive only from a seed, for `createHoglet({ random })`; its state can be copied. */
export interface SeededRandom {
  (sizeBytes: number): Uint8Array;
  /** Drawn blocks: with the seed, the state. */
  drawn(): number;
}

// SHA-256 of a counter: evenly spread, equal on every machine, with a number as its state. 4 KiB take 0.2 ms.
const BLOCK_BYTES = 32;

/** @param drawn the state of another generator of this seed. @default 0 */
export function createSeededRandom(seed: string, drawn = 0): SeededRandom {
  let count = drawn;
  const random = (sizeBytes: number) => {
    const bytes = Buffer.alloc(Math.ceil(sizeBytes / BLOCK_BYTES) * BLOCK_BYTES);
    for (let at = 0; at < bytes.length; at += BLOCK_BYTES) {
      createHash("sha256").update(`${seed}\n${count}`).digest().copy(bytes, at);
      count += 1;
    }
    return new Uint8Array(bytes.subarray(0, sizeBytes));
  };
  return Object.assign(random, { drawn: () => count });
}
