import type { Cache } from "./cache.ts";

/** Of the memory for what was read, the part that room may take for good. */
const KEPT_SHARE = 0.25;

/**
 * Room that one question after the other works in: memory that is asked for anew each time costs more than the work done in
 * it. What is kept takes from the budget of the cache.
 */
export class Room {
  readonly #cache: Cache;
  #free: Uint32Array<ArrayBuffer> | null = null;

  constructor(cache: Cache) {
    this.#cache = cache;
  }

  /** Calls `use` with at least so many words, in whatever state the last one left them. */
  lend<T>(length: number, use: (words: Uint32Array<ArrayBuffer>) => T): T {
    const kept = this.#free;
    // Whoever asks meanwhile has room of its own.
    this.#free = null;
    const words = kept !== null && kept.length >= length ? kept : new Uint32Array(length);
    try {
      return use(words);
    } finally {
      this.#keep(words, kept);
    }
  }

  /** Keeps nothing any more: whoever asks next has new room. */
  release(): void {
    this.#free = null;
    this.#cache.reserve(0);
  }

  #keep(words: Uint32Array<ArrayBuffer>, before: Uint32Array<ArrayBuffer> | null): void {
    const isKept = words.byteLength <= this.#cache.budgetBytes * KEPT_SHARE;
    const free = isKept ? words : before;
    if (free === null || free.length <= (this.#free?.length ?? 0)) return;
    this.#free = free;
    this.#cache.reserve(free.byteLength);
  }
}
