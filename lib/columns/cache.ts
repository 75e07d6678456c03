/**
 * What was read or built, up to a budget of bytes; what was not used the longest goes first. Everything a question reads passes
 * through here, which makes it the place where a question can be ended.
 */
export class Cache {
  readonly budgetBytes: number;
  readonly #checkpoint: (() => void) | undefined;
  readonly #entries = new Map<string, { value: unknown; sizeBytes: number }>();
  #sizeBytes = 0;
  #reservedBytes = 0;

  /** @param checkpoint called at each `get`, which throws what it throws */
  constructor(budgetBytes: number, checkpoint?: () => void) {
    this.budgetBytes = budgetBytes;
    this.#checkpoint = checkpoint;
  }

  /** The value under `key`, made if need be. Whoever holds a value may go on using it after it was dropped here. */
  get<T>(key: string, make: () => T, sizeOf: (value: T) => number): T {
    this.#checkpoint?.();
    const known = this.#entries.get(key);
    if (known !== undefined) {
      this.#entries.delete(key);
      this.#entries.set(key, known);
      return known.value as T;
    }
    const value = make();
    const sizeBytes = sizeOf(value);
    this.#entries.set(key, { value, sizeBytes });
    this.#sizeBytes += sizeBytes;
    this.#shrink();
    return value;
  }

  /** Says how much of the budget is taken by what is not kept here. */
  reserve(sizeBytes: number): void {
    this.#reservedBytes = sizeBytes;
    this.#shrink();
  }

  clear(): void {
    this.#entries.clear();
    this.#sizeBytes = 0;
  }

  #shrink(): void {
    for (const [key, { sizeBytes }] of this.#entries) {
      if (this.#sizeBytes + this.#reservedBytes <= this.budgetBytes) return;
      this.#entries.delete(key);
      this.#sizeBytes -= sizeBytes;
    }
  }
}
