/** An object with keys, of which nothing is known yet. */
export type Fields = Record<string, unknown>;

/** Is it an object with keys (no list, no null)? */
export function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
