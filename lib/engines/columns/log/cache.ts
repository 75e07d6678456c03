/** How soon something goes when room is short: before all else, by when it was used last, or after all else. */
export type Staying = "brief" | "usual" | "long";

/** In the order in which they go. */
const STAYING: readonly Staying[] = ["brief", "usual", "long"];

interface Entry {
  value: unknown;
  sizeBytes: number;
}

/** What one of several keeps in a cache. */
export interface CachePart {
  /** As `Cache.get`. */
  get<T>(key: string, make: () => T, sizeOf: (value: T) => number, staying?: Staying): T;
  /** Lets go of all of it. */
  drop(): void;
}

/**
 * What was read or built, up to a budget of bytes; what was not used the longest goes first. Everything a question reads passes
 * through here, which makes it the place where a question can be ended.
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

  /** @param checkpoint called at each `get`, which throws what it throws */
  constructor(budgetBytes: number, checkpoint?: () => void) {
    this.budgetBytes = budgetBytes;
    this.#checkpoint = checkpoint;
  }

  /**
   * The value under `key`, made if need be. Whoever holds a value may go on using it after it was dropped here.
   * @param staying of a key always the same
   */
  get<T>(key: string, make: () => T, sizeOf: (value: T) => number, staying: Staying = "usual"): T {
    this.#checkpoint?.();
    const known = this.find<T>(key, staying);
    if (known !== undefined) return known;
    const value = make();
    const sizeBytes = sizeOf(value);
    this.#entries[staying].set(key, { value, sizeBytes });
    this.#sizeBytes += sizeBytes;
    this.#shrink();
    return value;
  }

  /** The value under `key`, if it is here. */
  find<T>(key: string, staying: Staying = "usual"): T | undefined {
    const entries = this.#entries[staying];
    const known = entries.get(key);
    if (known === undefined) return undefined;
    entries.delete(key);
    entries.set(key, known);
    return known.value as T;
  }

  /** Lets go of the value under `key`. */
  drop(key: string, staying: Staying = "usual"): void {
    this.#sizeBytes -= this.#entries[staying].get(key)?.sizeBytes ?? 0;
    this.#entries[staying].delete(key);
  }

  /** Says how much of the budget is taken by what is not kept here. */
  reserve(sizeBytes: number): void {
    this.#reservedBytes = sizeBytes;
    this.#shrink();
  }

  /** How much of the budget is taken by what is kept here. */
  get sizeBytes(): number {
    return this.#sizeBytes;
  }

  /** A part of it that can be let go of at once. */
  part(): CachePart {
    const keys = new Map<string, Staying>();
    return {
      get: (key, make, sizeOf, staying = "usual") => {
        keys.set(key, staying);
        return this.get(key, make, sizeOf, staying);
      },
      drop: () => {
        for (const [key, staying] of keys) this.drop(key, staying);
        keys.clear();
      },
    };
  }

  clear(): void {
    for (const staying of STAYING) this.#entries[staying].clear();
    this.#sizeBytes = 0;
  }

  #shrink(): void {
    for (const staying of STAYING) {
      const entries = this.#entries[staying];
      for (const [key, { sizeBytes }] of entries) {
        if (this.#sizeBytes + this.#reservedBytes <= this.budgetBytes) return;
        entries.delete(key);
        this.#sizeBytes -= sizeBytes;
      }
    }
  }
}
