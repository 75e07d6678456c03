import { structuredClone } from "../../base/platform.ts";
import { createRecent } from "../../base/recent.ts";

/** Questions of a kind that are remembered, enough for several dashboards: some kilobytes each. */
const MOST_QUESTIONS = 50;

/** Most characters of a question that is remembered. Longer questions are rare, and keep much memory. */
const MOST_CHARS = 5000;

/**
 * Parses questions, and copies the result of a recent equal question: checking each field takes five times as long.
 * @param parse must look at its input alone
 */
export function rememberParsed<Query extends object>(parse: (input: unknown) => Query): (input: unknown) => Query {
  const recent = createRecent<Query | null>(MOST_QUESTIONS);
  return (input) => {
    const text = isPlain(input) ? JSON.stringify(input) : "";
    if (text === "" || text.length > MOST_CHARS) return parse(input);
    let fresh: Query | undefined;
    const known = recent.get(text, () => copyOf((fresh = parse(input))));
    // Callers may change parts of a question: only copies leave this memory.
    return fresh ?? (known === null ? parse(input) : structuredClone(known));
  };
}

/** Null = the question holds functions, such as a formula's. */
function copyOf<Query>(query: Query): Query | null {
  try {
    return structuredClone(query);
  } catch {
    return null;
  }
}

/** Does a value's JSON text say all of it? Texts, numbers, and lists and objects of them. */
function isPlain(value: unknown): boolean {
  if (typeof value === "string" || typeof value === "boolean" || value === null) return true;
  if (typeof value === "number") return Number.isFinite(value);
  if (typeof value !== "object") return false;
  if (Array.isArray(value)) {
    // By index: `every` passes over holes.
    for (let index = 0; index < value.length; index++) if (!isPlain(value[index])) return false;
    return true;
  }
  return Object.getPrototypeOf(value) === Object.prototype && Object.values(value).every(isPlain);
}
