/** An object of unknown content. */
export type Fields = Record<string, unknown>;

/** An object with keys, neither list nor null. */
export function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
