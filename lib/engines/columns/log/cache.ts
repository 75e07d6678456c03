/** The priority of an entry when memory is short: dropped first, by its last use, or last. */
export type Priority = "brief" | "usual" | "long";

/** All priorities, in the order in which they are dropped. */
const PRIORITIES: readonly Priority[] = ["brief", "usual", "long"];

interface Entry {
  value: unknown;
  sizeBytes: number;
}

export interface CachePart {
  /** As `Cache.get`. */
  get<T>(key: string, make: () => T, sizeOf: (value: T) => number, priority?: Priority): T;
  /** Drops the entries under these keys. @default all entries of the part */
  drop(keys?: readonly string[]): void;
}

/**
 * A cache of columns and derived data, up to a budget of bytes; drops the least recently used entries. A question reads
 * every column through here, so it can be ended here.
 */
export class Cache {
  readonly budgetBytes: number;
  readonly #checkpoint: (() => void) | undefined;
  readonly #entries = {
    brief: new Map<string, Entry>(),
    usual: new Map<string, Entry>(),
    long: new Map<string, Entry>(),
  };
  #sizeBytes = 0;
  #reservedBytes = 0;

  /** @param checkpoint called at each `get`; its errors pass through */
  constructor(budgetBytes: number, checkpoint?: () => void) {
    this.budgetBytes = budgetBytes;
    this.#checkpoint = checkpoint;
  }

  /**
   * The value under `key`, made if necessary. A caller may use it after it was dropped here.
   * @param priority the same for a key each time
   */
  get<T>(key: string, make: () => T, sizeOf: (value: T) => number, priority: Priority = "usual"): T {
    this.#checkpoint?.();
    const known = this.find<T>(key, priority);
    if (known !== undefined) return known;
    const value = make();
    const sizeBytes = sizeOf(value);
    this.#entries[priority].set(key, { value, sizeBytes });
    this.#sizeBytes += sizeBytes;
    this.#shrink();
    return value;
  }

  /** The value under `key`; undefined = not cached. */
  find<T>(key: string, priority: Priority = "usual"): T | undefined {
    const entries = this.#entries[priority];
    const known = entries.get(key);
    if (known === undefined) return undefined;
    entries.delete(key);
    entries.set(key, known);
    return known.value as T;
  }

  drop(key: string, priority: Priority = "usual"): void {
    this.#sizeBytes -= this.#entries[priority].get(key)?.sizeBytes ?? 0;
    this.#entries[priority].delete(key);
  }

  /** Sets the bytes of the budget that memory outside of this cache takes. */
  reserve(sizeBytes: number): void {
    this.#reservedBytes = sizeBytes;
    this.#shrink();
  }

  /** Bytes of all cached values. */
  get sizeBytes(): number {
    return this.#sizeBytes;
  }

  /** A part of the cache that can be dropped as a whole. */
  part(): CachePart {
    const keys = new Map<string, Priority>();
    return {
      get: (key, make, sizeOf, priority = "usual") => {
        keys.set(key, priority);
        return this.get(key, make, sizeOf, priority);
      },
      drop: (wanted = [...keys.keys()]) => {
        for (const key of wanted) {
          this.drop(key, keys.get(key));
          keys.delete(key);
        }
      },
    };
  }

  clear(): void {
    for (const priority of PRIORITIES) this.#entries[priority].clear();
    this.#sizeBytes = 0;
  }

  #shrink(): void {
    for (const priority of PRIORITIES) {
      const entries = this.#entries[priority];
      for (const [key, { sizeBytes }] of entries) {
        if (this.#sizeBytes + this.#reservedBytes <= this.budgetBytes) return;
        entries.delete(key);
        this.#sizeBytes -= sizeBytes;
      }
    }
  }
}
