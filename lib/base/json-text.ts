import { isTooDeep, MAX_DEPTH } from "./depth.ts";
import { createJsonScan } from "./json-scan.ts";
import { requestLimits } from "./request-limits.ts";

/**
 * Parses JSON that a client sent, in a body or inside a parameter, so that nothing in it can hurt further on: at most 100,000
 * values, nested at most 100 deep, and no text with half a surrogate pair, which UTF-8 and SQLite cannot hold.
 * @throws SyntaxError that says what is wrong
 */
export function parseJsonText(text: string): unknown {
  refuseTooMuch(text);
  const value: unknown = JSON.parse(text);
  const fault = faultOf(value);
  if (fault !== null) throw new SyntaxError(fault);
  return value;
}

/** Why a JSON value is not taken from a client; null = it is. */
export function faultOf(value: unknown): string | null {
  if (typeof value === "object" && value !== null && isTooDeep(value)) {
    return `Expected values nested at most ${MAX_DEPTH} deep.`;
  }
  return isWellFormed(value) ? null : "Expected text without half a surrogate pair.";
}

/** Of a value whose depth is known to be bounded. */
function isWellFormed(value: unknown): boolean {
  if (typeof value === "string") return value.isWellFormed();
  if (typeof value !== "object" || value === null) return true;
  if (Array.isArray(value)) return value.every(isWellFormed);
  return Object.entries(value).every(([key, field]) => key.isWellFormed() && isWellFormed(field));
}

/**
 * Refuses JSON of which JSON.parse would make too much: it takes 1 µs for a value under a new key, this look 2 ns a byte.
 * @throws SyntaxError
 */
export function refuseTooMuch(text: string): void {
  const { valuesOfOther: values, wholeBytes } = requestLimits;
  if (text.length <= wholeBytes) return;
  const bounds = { values, valuesOfOne: values, items: values, depth: MAX_DEPTH };
  const excess = createJsonScan(Buffer.from(text), bounds).advance(Infinity);
  if (excess === "depth") throw new SyntaxError(`Expected values nested at most ${MAX_DEPTH} deep.`);
  if (excess !== null) throw new SyntaxError(`Expected at most ${values} values.`);
}
