import type Database from "better-sqlite3";

/** The texts of an event. */
export interface FetchedTexts {
  properties: string;
  elements: string | null;
}

/**
 * Bytes of fetched texts that a connection keeps for readers of the same events, besides those that were fetched last. A smaller number
 * fetches again what several readers need at once.
 */
const KEPT_BYTES = 64 * 1024 * 1024;

/** The texts that a connection has fetched. */
class Fetched {
  readonly #texts = new Map<number, FetchedTexts>();
  #bytes = 0;

  get(seq: number): FetchedTexts | undefined {
    return this.#texts.get(seq);
  }

  add(seq: number, texts: FetchedTexts): void {
    this.remove(seq);
    this.#texts.set(seq, texts);
    this.#bytes += bytesOf(texts);
  }

  /** Makes it the newest. @returns false = it is not there */
  touch(seq: number): boolean {
    const texts = this.#texts.get(seq);
    if (texts === undefined) return false;
    this.#texts.delete(seq);
    this.#texts.set(seq, texts);
    return true;
  }

  /** Makes room for more texts. @param wanted events that stay */
  trim(wanted: ReadonlySet<number>): void {
    for (const seq of this.#texts.keys()) {
      if (this.#bytes <= KEPT_BYTES) return;
      if (!wanted.has(seq)) this.remove(seq);
    }
  }

  remove(seq: number): void {
    const texts = this.#texts.get(seq);
    if (texts === undefined) return;
    this.#texts.delete(seq);
    this.#bytes -= bytesOf(texts);
  }
}

/** Bytes in memory, about. */
function bytesOf({ properties, elements }: FetchedTexts): number {
  return 100 + properties.length + (elements?.length ?? 0);
}

const ofConnection = new WeakMap<Database.Database, Fetched>();

/** The texts that a connection has fetched. */
export function fetchedTexts(sqlite: Database.Database): Fetched {
  const known = ofConnection.get(sqlite) ?? new Fetched();
  ofConnection.set(sqlite, known);
  return known;
}
