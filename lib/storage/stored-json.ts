import { corrupt } from "../base/errors.ts";
import type { HogletError } from "../base/errors.ts";

/**
 * Parses the JSON object of a row, such as a person's properties.
 * @param noun names the row
 * @param id of the row, an event's uuid; null = it is not at hand
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

/** The cause of a parser's error: its message quotes the text, which may be personal and must not reach a log. */
export function toCause(cause: unknown): unknown {
  return cause instanceof SyntaxError ? new SyntaxError("It is no JSON.") : cause;
}
