const MIB = 1024 * 1024;

/**
 * Bytes of all bodies that this process reads or answers at once: two of the largest captures. Raising it by one more
 * costs 20 MB and the pieces in which it arrived.
 */
export const MOST_HELD_BYTES = 48 * MIB;

/**
 * Bytes of each body that do not count: bodies of SDKs are smaller and are accepted however many large uploads there
 * are. Each open socket may hold this much more.
 */
export const FREE_BYTES = 256 * 1024;

let heldBytes = 0;

/** The bytes of one body in memory. */
export interface Held {
  /** Counts a body that has grown to this size; false = too many bytes are held already, and it must not grow. */
  grow(sizeBytes: number): boolean;
  /** The body is no longer needed; may be called twice. */
  release(): void;
}

/**
 * Starts to count a body. Bytes count when they arrive, not when they are announced: announcing costs the sender
 * nothing.
 */
export function holdBytes(): Held {
  let ownBytes = 0;
  return {
    grow(sizeBytes) {
      const added = Math.max(0, sizeBytes - FREE_BYTES) - ownBytes;
      if (added > 0 && heldBytes + added > MOST_HELD_BYTES) return false;
      heldBytes += added;
      ownBytes += added;
      return true;
    },
    release() {
      heldBytes -= ownBytes;
      ownBytes = 0;
    },
  };
}
