/** What was read or built, up to a budget of bytes; what was not used the longest goes first. */
export class Cache {
  readonly #budgetBytes: number;
  readonly #entries = new Map<string, { value: unknown; sizeBytes: number }>();
  #sizeBytes = 0;

  constructor(budgetBytes: number) {
    this.#budgetBytes = budgetBytes;
  }

  /** The value under `key`, made if need be. Whoever holds a value may go on using it after it was dropped here. */
  get<T>(key: string, make: () => T, sizeOf: (value: T) => number): T {
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

  clear(): void {
    this.#entries.clear();
    this.#sizeBytes = 0;
  }

  #shrink(): void {
    for (const [key, { sizeBytes }] of this.#entries) {
      if (this.#sizeBytes <= this.#budgetBytes) return;
      this.#entries.delete(key);
      this.#sizeBytes -= sizeBytes;
    }
  }
}
