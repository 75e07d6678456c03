import { isTooDeep, MAX_DEPTH } from "./depth.ts";
import { createJsonScan } from "./json-scan.ts";
import { requestLimits } from "./request-limits.ts";

/**
 * Parses a client's JSON. Refuses JSON that would harm later code: more than 100,000 values, more than 100 levels, or
 * half a surrogate pair, which UTF-8 and SQLite cannot hold.
 * @throws SyntaxError naming the fault
 */
export function parseJsonText(text: string): unknown {
  refuseTooMuch(text);
  const value: unknown = JSON.parse(text);
  const fault = faultOf(value);
  if (fault !== null) throw new SyntaxError(fault);
  return value;
}

/** Why a client's value is refused; null = it is accepted. */
export function faultOf(value: unknown): string | null {
  if (typeof value === "object" && value !== null && isTooDeep(value)) {
    return `Expected values nested at most ${MAX_DEPTH} deep.`;
  }
  return isWellFormed(value) ? null : "Expected text without half a surrogate pair.";
}

/** Is no text with half a surrogate pair in it? The depth must be bounded. */
function isWellFormed(value: unknown): boolean {
  if (typeof value === "string") return value.isWellFormed();
  if (typeof value !== "object" || value === null) return true;
  if (Array.isArray(value)) return value.every(isWellFormed);
  return Object.entries(value).every(([key, field]) => key.isWellFormed() && isWellFormed(field));
}

/**
 * Refuses JSON with too many values before JSON.parse creates them: it takes 1 µs for a value under a new key, this
 * scan 2 ns a byte.
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

export function isJsonText(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
