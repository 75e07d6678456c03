const MIB = 1024 * 1024;

/**
 * Bytes of all bodies that this process reads or answers at once: two of the largest captures. A third would cost 20 MB and
 * the pieces that it came in.
 */
export const MOST_HELD_BYTES = 48 * MIB;

/**
 * Bytes of each body that are not counted: what SDKs send is smaller and is taken however many large uploads there are. As many
 * sockets as a server has may hold this much.
 */
export const FREE_BYTES = 256 * 1024;

let heldBytes = 0;

/** The bytes of one body in memory. */
export interface Held {
  /** Counts a body that has grown to this size; false = too much is held already, and it must not grow. */
  grow(sizeBytes: number): boolean;
  /** The body is not needed any more; may be called twice. */
  release(): void;
}

/**
 * Begins to count a body. Bytes count as they arrive and not as they are announced: a length costs its sender nothing.
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
