import { Dictionary } from "./dictionary.ts";

/** Values of a key: more are likely ids, which segments rarely have in common. A higher number costs memory. */
const MAX_SHARED = 300_000;

/** Keys with shared values; beyond this number all dictionaries are dropped. */
const MAX_KEYS = 500;

/** Dictionaries shared by a project's segments, by property. */
export class SharedValues {
  readonly #dictionaries = new Map<string, Dictionary>();

  of(projectId: number, key: string): Dictionary {
    const name = `${projectId}:${key}`;
    let dictionary = this.#dictionaries.get(name);
    if (dictionary !== undefined) return dictionary;
    // Columns in use keep their dictionary.
    if (this.#dictionaries.size >= MAX_KEYS) this.clear();
    dictionary = new Dictionary(MAX_SHARED);
    this.#dictionaries.set(name, dictionary);
    return dictionary;
  }

  clear(): void {
    this.#dictionaries.clear();
  }
}
