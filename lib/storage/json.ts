import { corrupt } from "../base/errors.ts";
import type { HogletError } from "../base/errors.ts";

/** U+FFFD in the place of NUL, at which SQLite's text functions stop. */
const REPLACEMENT = "\ufffd";

const HAS_ESCAPED_NUL = "\\u0000";

/**
 * JSON text to be stored: NUL becomes U+FFFD, and lone surrogates stay escaped, so that parsing gives valid Unicode.
 */
export function toJson(value: unknown): string {
  return toStorable(value).text;
}

/** As `toJson`, with the value that the text stands for: `value` itself unless NUL was replaced. */
export function toStorable<T>(value: T): { text: string; value: T } {
  const text = JSON.stringify(value);
  if (!text.includes(HAS_ESCAPED_NUL)) return { text, value };
  const clean = replaceNul(value) as T;
  return { text: JSON.stringify(clean), value: clean };
}

/** Replaces NUL, and halves of surrogate pairs, which UTF-8 cannot hold. */
export function toStorableText(text: string): string {
  if (text.isWellFormed() && !text.includes("\0")) return text;
  return text.toWellFormed().replaceAll("\0", REPLACEMENT);
}

/** Keys without quotes, escapes or control characters are safe in SQLite's JSON path. */
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

/**
 * Parses a row's JSON object, such as a person's properties.
 * @param noun names the row
 * @param id of the row, an event's uuid; null = unknown
 * @throws corrupt (`storage_corrupt`) naming the row when its bytes are damaged
 */
export function parseStored<T>(noun: "event" | "person" | "group", id: number | string | null, text: unknown): T {
  try {
    const value: unknown = JSON.parse(String(text));
    if (typeof value === "object" && value !== null) return value as T;
  } catch (error) {
    throw damagedRow(noun, id, error);
  }
  throw damagedRow(noun, id, new TypeError("It is no object."));
}

function damagedRow(noun: string, id: number | string | null, cause: unknown): HogletError {
  const name = id === null ? `a ${noun}` : `the ${noun} ${id}`;
  const detail = `The stored properties of ${name} are damaged. \`hoglet doctor <file>\` names the row and the remedy.`;
  return corrupt(detail, toCause(cause));
}

/** A parser's message quotes the text, which may be personal and must not reach a log. */
export function toCause(cause: unknown): unknown {
  return cause instanceof SyntaxError ? new SyntaxError("It is no JSON.") : cause;
}
