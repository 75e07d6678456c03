/** Characters of a text that a function makes. A higher limit costs the query's memory. */
const MAX_CHARS = 10_000_000;

/** @throws Error for a longer text */
export function requireShort(chars: number): void {
  if (chars > MAX_CHARS) throw new Error(`A text of more than ${MAX_CHARS} characters cannot be made.`);
}

/** Characters, not halves of pairs. */
export const letters = (text: string): string[] => Array.from(text);

/** Parts of a text as a list; as in ClickHouse `most` leaves out the others. */
export function toParts(parts: readonly string[], most?: number): string {
  return JSON.stringify(most === undefined || most <= 0 ? parts : parts.slice(0, most));
}
