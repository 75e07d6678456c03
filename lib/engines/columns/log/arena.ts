import type { KernelPart } from "../kernels/compiled.ts";
import type { Cache } from "./cache.ts";

/** The share of the memory budget that arenas may keep. */
const KEPT_SHARE = 0.25;

/** A kind of typed array, such as `Uint8Array`. */
export interface ColumnType<Column> {
  new (buffer: ArrayBufferLike, offset: number, length: number): Column;
  readonly BYTES_PER_ELEMENT: number;
}

/**
 * Memory reused by one question after the other: allocating it costs more than the work in it, and triggers full
 * garbage collections at which V8 drops optimised code: a funnel would take half as long again. Counts against the
 * budget of the cache.
 */
export class Arena {
  readonly #cache: Cache;
  #free: Uint32Array<ArrayBuffer> | null = null;
  /** The memory that columns are cut from, and the size taken, which is larger once the memory was too small. */
  #stock = new ArrayBuffer(0);
  #taken = 0;
  /** The part of the memory in which compiled kernels see columns; null = there is none. */
  #kernels: KernelPart | null = null;
  #kernelsTaken = 0;
  /** The most that a question took. */
  #kernelsKept = 0;

  constructor(cache: Cache) {
    this.#cache = cache;
  }

  /** Calls `use` with at least `length` words, of any content. */
  lend<T>(length: number, use: (words: Uint32Array<ArrayBuffer>) => T): T {
    const kept = this.#free;
    // A nested caller gets memory of its own.
    this.#free = null;
    const words = kept !== null && kept.length >= length ? kept : new Uint32Array(length);
    try {
      return use(words);
    } finally {
      this.#keep(words, kept);
    }
  }

  /** A column of any content, valid until `clear`. */
  take<Column>(type: ColumnType<Column>, length: number): Column {
    const sizeBytes = length * type.BYTES_PER_ELEMENT;
    const from = this.#taken;
    // 64-bit numbers must lie at multiples of 8.
    this.#taken += Math.ceil(sizeBytes / 8) * 8;
    if (this.#taken > this.#stock.byteLength) return new type(new ArrayBuffer(sizeBytes), 0, length);
    return new type(this.#stock, from, length);
  }

  /** Gives `takeForKernels` memory that compiled kernels see, until `clear`. */
  useKernels(part: KernelPart): void {
    if (this.#kernels?.buffer === part.buffer) return;
    this.#kernels = part;
    this.#kernelsTaken = 0;
  }

  /** As `useKernels`, unless the question has a part. @param open null = there is no part */
  offerKernels(open: () => KernelPart | null): void {
    const part = this.#kernels === null ? open() : null;
    if (part !== null) this.useKernels(part);
  }

  /** As `take`; compiled kernels see the column (`compiledFor`) as long as there is room. */
  takeForKernels<Column>(type: ColumnType<Column>, length: number): Column {
    const part = this.#kernels;
    const sizeBytes = Math.ceil((length * type.BYTES_PER_ELEMENT) / 8) * 8;
    const limit = part === null ? 0 : Math.min(part.until - part.from, this.#cache.budgetBytes * KEPT_SHARE);
    if (part === null || this.#kernelsTaken + sizeBytes > limit) return this.take(type, length);
    const from = part.from + this.#kernelsTaken;
    this.#kernelsTaken += sizeBytes;
    return new type(part.buffer, from, length);
  }

  /** Ends the question: its columns must no longer be used. Grows, so that all fit the next time. */
  clear(): void {
    const wanted = Math.min(this.#taken, Math.floor(this.#cache.budgetBytes * KEPT_SHARE));
    this.#taken = 0;
    if (this.#kernelsTaken > this.#kernelsKept) {
      this.#kernelsKept = this.#kernelsTaken;
      this.#reserve();
    }
    this.#kernelsTaken = 0;
    this.#kernels = null;
    if (wanted <= this.#stock.byteLength) return;
    this.#stock = new ArrayBuffer(wanted);
    this.#reserve();
  }

  /** Drops the memory. Columns already taken stay valid. */
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
    this.#cache.reserve((this.#free?.byteLength ?? 0) + this.#stock.byteLength + this.#kernelsKept);
  }
}
