import type { Cache } from "./cache.ts";

/** Of the memory for what was read, the part that room may take for good. */
const KEPT_SHARE = 0.25;

/** A kind of typed array, such as `Uint8Array`. */
export interface ColumnType<Column> {
  new (buffer: ArrayBuffer, offset: number, length: number): Column;
  readonly BYTES_PER_ELEMENT: number;
}

/**
 * Room that one question after the other works in: memory that is asked for anew each time costs more than the work done in
 * it. It also makes the collector of garbage look at everything after a few questions, and that is when the engine forgets the
 * code it made of functions that no question has hold of just then: a funnel takes half as long again without it (10 million
 * events, measured). What is kept takes from the budget of the cache.
 */
export class Room {
  readonly #cache: Cache;
  #free: Uint32Array<ArrayBuffer> | null = null;
  /** What columns are cut from, and how much of it was: more than there is, once there was too little. */
  #stock = new ArrayBuffer(0);
  #taken = 0;

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

  /** A column for the question at hand, in whatever state the last one left the memory; good until `clear`. */
  take<Column>(type: ColumnType<Column>, length: number): Column {
    const sizeBytes = length * type.BYTES_PER_ELEMENT;
    const from = this.#taken;
    // Numbers of 64 bits must lie at multiples of 8.
    this.#taken += Math.ceil(sizeBytes / 8) * 8;
    if (this.#taken > this.#stock.byteLength) return new type(new ArrayBuffer(sizeBytes), 0, length);
    return new type(this.#stock, from, length);
  }

  /** The question is over: nobody may look at its columns any more. Those that did not fit will the next time. */
  clear(): void {
    const wanted = Math.min(this.#taken, Math.floor(this.#cache.budgetBytes * KEPT_SHARE));
    this.#taken = 0;
    if (wanted <= this.#stock.byteLength) return;
    this.#stock = new ArrayBuffer(wanted);
    this.#reserve();
  }

  /** Keeps nothing any more: whoever asks next has new room. Columns that were taken stay good. */
  release(): void {
    this.#free = null;
    this.#stock = new ArrayBuffer(0);
    this.#reserve();
  }

  #keep(words: Uint32Array<ArrayBuffer>, before: Uint32Array<ArrayBuffer> | null): void {
    const isKept = words.byteLength <= this.#cache.budgetBytes * KEPT_SHARE;
    const free = isKept ? words : before;
    if (free === null || free.length <= (this.#free?.length ?? 0)) return;
    this.#free = free;
    this.#reserve();
  }

  #reserve(): void {
    this.#cache.reserve((this.#free?.byteLength ?? 0) + this.#stock.byteLength);
  }
}
