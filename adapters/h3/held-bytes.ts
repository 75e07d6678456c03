import { performance } from "../../lib/base/platform.ts";

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

/** Time in ms for which a body may arrive slowly while others need its memory. */
const SLOW_AFTER_MS = 10_000;
/** Bytes that a body brings in each second then, on average: less than any network that sends bodies of this size. */
const LEAST_BYTES_PER_SECOND = 64 * 1024;

let heldBytes = 0;

/** Bodies that arrive, and how they give way. */
const arriving = new Set<{ startedMs: number; sizeBytes(): number; giveWay(): void }>();

/** Takes the memory of bodies that have stopped, or trickle: three of them would refuse every other body above `FREE_BYTES`. */
function endSlow(nowMs: number): void {
  for (const body of arriving) {
    const ms = nowMs - body.startedMs;
    if (ms > SLOW_AFTER_MS && body.sizeBytes() < (ms / 1000) * LEAST_BYTES_PER_SECOND) body.giveWay();
  }
}

/** The bytes of one body in memory. */
export interface Held {
  /** The body arrives until the returned function is called; until then it may have to give way to others, when it is slow. */
  arrive(giveWay: () => void): () => void;
  /** Counts a body that has grown to this size; false = too many bytes are held already, and it must not grow. */
  grow(sizeBytes: number): boolean;
  /** The body is no longer needed; may be called twice. */
  release(): void;
}

/**
 * Starts to count a body. Bytes count when they arrive, not when they are announced: announcing costs the sender
 * nothing.
 */
export function holdBytes(now: () => number = () => performance.now()): Held {
  let ownBytes = 0;
  let size = 0;
  const release = () => {
    heldBytes -= ownBytes;
    ownBytes = 0;
  };
  return {
    arrive(giveWay) {
      const body = {
        startedMs: now(),
        sizeBytes: () => size,
        giveWay() {
          arriving.delete(body);
          release();
          giveWay();
        },
      };
      arriving.add(body);
      return () => void arriving.delete(body);
    },
    grow(sizeBytes) {
      size = sizeBytes;
      const added = Math.max(0, sizeBytes - FREE_BYTES) - ownBytes;
      if (added > 0 && heldBytes + added > MOST_HELD_BYTES) endSlow(now());
      if (added > 0 && heldBytes + added > MOST_HELD_BYTES) return false;
      heldBytes += added;
      ownBytes += added;
      return true;
    },
    release,
  };
}
