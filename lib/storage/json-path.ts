/** Keys that are safe in SQLite's JSON path: no quotes, escapes or control characters. */
const PLAIN_KEY = /^[^"\\\p{C}]+$/u;

/** The path of a key of an object, for SQLite's `->`; null = a path cannot hold this key. */
export function jsonPath(key: string): string | null {
  return PLAIN_KEY.test(key) ? `$."${key}"` : null;
}
