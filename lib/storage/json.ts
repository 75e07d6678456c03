/** U+FFFD, which takes the place of NUL: SQLite's text functions stop at a NUL. */
const REPLACEMENT = "\ufffd";

const HAS_ESCAPED_NUL = "\\u0000";

/**
 * JSON text of a plain value, ready to be stored: NUL becomes U+FFFD and lone surrogates stay escaped (JSON.stringify
 * is well-formed), so that parsing it gives valid Unicode.
 */
export function toJson(value: unknown): string {
  return toStorable(value).text;
}

/** JSON text as of `toJson`, with the value that it stands for: `value` itself unless NUL was replaced. */
export function toStorable<T>(value: T): { text: string; value: T } {
  const text = JSON.stringify(value);
  if (!text.includes(HAS_ESCAPED_NUL)) return { text, value };
  const clean = replaceNul(value) as T;
  return { text: JSON.stringify(clean), value: clean };
}

/** The text without NUL, and without halves of surrogate pairs, which UTF-8 cannot hold. */
export function toStorableText(text: string): string {
  if (text.isWellFormed() && !text.includes("\0")) return text;
  return text.toWellFormed().replaceAll("\0", REPLACEMENT);
}

/** Keys that are safe in SQLite's JSON path: no quotes, escapes or control characters. */
const PLAIN_KEY = /^[^"\\\p{C}]+$/u;

/** The path of a key of an object, for SQLite's `->`; null = a path cannot hold this key. */
export function jsonPath(key: string): string | null {
  return PLAIN_KEY.test(key) ? `$."${key}"` : null;
}

function replaceNul(value: unknown): unknown {
  if (typeof value === "string") return value.replaceAll("\0", REPLACEMENT);
  if (Array.isArray(value)) return value.map(replaceNul);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key.replaceAll("\0", REPLACEMENT), replaceNul(inner)]),
  );
}
