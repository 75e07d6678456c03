import { Dictionary } from "./dictionary.ts";

/** Keys with shared values; beyond this number all dictionaries are dropped, since each may hold 100 000 values. */
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
    dictionary = new Dictionary();
    this.#dictionaries.set(name, dictionary);
    return dictionary;
  }

  clear(): void {
    this.#dictionaries.clear();
  }
}
