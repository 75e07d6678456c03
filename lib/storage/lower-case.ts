import type { Db } from "./index.ts";

const known = new WeakSet<Db>();

/**
 * Lets a connection's SQL call `hoglet_lower(text)`: lower case in every script, where SQLite's `lower` and LIKE know
 * ASCII alone. A call costs 0.3 µs, so ask LIKE where the text that is looked for is ASCII. NULL stays NULL.
 */
export function useLowerCase(db: Db): void {
  if (known.has(db)) return;
  known.add(db);
  db.sqlite.function("hoglet_lower", { deterministic: true }, (text: unknown) =>
    typeof text === "string" ? text.toLowerCase() : null,
  );
}

/** Is every character ASCII? */
export function isAscii(text: string): boolean {
  return !/[^\0-\x7f]/.test(text);
}
