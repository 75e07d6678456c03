/** The priority of an entry when memory is short: dropped first, by its last use, or last. */
export type Priority = "brief" | "usual" | "long";

/** All priorities, in the order in which they are dropped. */
const PRIORITIES: readonly Priority[] = ["brief", "usual", "long"];

/** The share of the budget for entries that pass by. */
const PASSING_SHARE = 1 / 16;

interface Entry {
  value: unknown;
  sizeBytes: number;
  /** The question that used it last. */
  question: number;
}

export interface CachePart {
  /** As `Cache.get`. */
  get<T>(key: string, make: () => T, sizeOf: (value: T) => number, priority?: Priority): T;
  /** Drops the entries under these keys. @default all entries of the part */
  drop(keys?: readonly string[]): void;
}

/**
 * A cache of columns and derived data, up to a budget of bytes; drops entries of the longest ago question first. A question reads
 * every column through here, so it can be ended here.
 *
 * Columns of one question that have no room together would drop each other in turn, so that its next asking finds none: those that were
 * there first stay, and the others pass by, with a little room of their own.
 */
export class Cache {
  readonly budgetBytes: number;
  readonly #checkpoint: (() => void) | undefined;
  readonly #entries = {
    brief: new Map<string, Entry>(),
    usual: new Map<string, Entry>(),
    long: new Map<string, Entry>(),
  };
  readonly #passing = new Map<string, Entry>();
  #passingBytes = 0;
  #sizeBytes = 0;
  #reservedBytes = 0;
  #question = 0;
  /** Keys of the longest ago question, the last of which is dropped first: it is the last to be read again. */
  #victims: string[] = [];

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
    const entry = { value, sizeBytes: sizeOf(value), question: this.#question };
    const isFull = this.#sizeBytes + entry.sizeBytes + this.#reservedBytes > this.budgetBytes;
    if (isFull && priority === "usual" && !this.#makeRoom(entry.sizeBytes)) {
      this.#pass(key, entry);
      return value;
    }
    this.#entries[priority].set(key, entry);
    this.#sizeBytes += entry.sizeBytes;
    this.#shrink();
    return value;
  }

  /** The value under `key`; undefined = not cached. */
  find<T>(key: string, priority: Priority = "usual"): T | undefined {
    const entries = this.#entries[priority];
    const known = entries.get(key);
    if (known === undefined) return this.#passing.get(key)?.value as T | undefined;
    entries.delete(key);
    known.question = this.#question;
    entries.set(key, known);
    return known.value as T;
  }

  /** Another question begins. */
  begin(): void {
    this.#question += 1;
    this.#clearPassing();
  }

  drop(key: string, priority: Priority = "usual"): void {
    this.#sizeBytes -= this.#entries[priority].get(key)?.sizeBytes ?? 0;
    this.#entries[priority].delete(key);
    this.#passingBytes -= this.#passing.get(key)?.sizeBytes ?? 0;
    this.#passing.delete(key);
  }

  /** Sets the bytes of the budget that memory outside of this cache takes. */
  reserve(sizeBytes: number): void {
    this.#reservedBytes = sizeBytes;
    this.#shrink();
  }

  /** Bytes of all cached values. */
  get sizeBytes(): number {
    return this.#sizeBytes + this.#passingBytes;
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
    this.#clearPassing();
    this.#sizeBytes = 0;
  }

  #clearPassing(): void {
    this.#passing.clear();
    this.#passingBytes = 0;
  }

  #pass(key: string, entry: Entry): void {
    this.#passing.set(key, entry);
    this.#passingBytes += entry.sizeBytes;
    for (const [oldest, { sizeBytes }] of this.#passing) {
      if (this.#passingBytes <= this.budgetBytes * PASSING_SHARE) return;
      this.#passing.delete(oldest);
      this.#passingBytes -= sizeBytes;
    }
  }

  /** Drops brief entries, and those of earlier questions. @returns is there room now? */
  #makeRoom(sizeBytes: number): boolean {
    const hasRoom = () => this.#sizeBytes + sizeBytes + this.#reservedBytes <= this.budgetBytes;
    for (const key of this.#entries.brief.keys()) {
      if (hasRoom()) return true;
      this.drop(key, "brief");
    }
    while (!hasRoom()) {
      const key = this.#nextVictim();
      if (key === undefined) return false;
      this.drop(key);
    }
    return true;
  }

  #nextVictim(): string | undefined {
    const { usual } = this.#entries;
    for (;;) {
      const key = this.#victims.pop() ?? this.#findVictims();
      if (key === undefined || (usual.get(key)?.question ?? this.#question) < this.#question) return key;
    }
  }

  #findVictims(): string | undefined {
    let longest: number | undefined;
    for (const [key, { question }] of this.#entries.usual) {
      longest ??= question;
      if (question > longest || question === this.#question) break;
      this.#victims.push(key);
    }
    return this.#victims.pop();
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
