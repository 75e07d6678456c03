/**
 * Levels of objects and lists within one value. PostHog's parser stops at 128 levels of the whole body; SQLite's JSON
 * functions stop at 1000. A larger value brings both limits nearer.
 */
export const MAX_DEPTH = 100;

/**
 * Is `value` nested deeper than 100 levels? JSON.parse reads any depth, but JSON.stringify overflows the stack on it
 * and SQLite's JSON functions then fail every query that reads the row. Flat properties cost a type check per key: 0.1
 * µs for an event of 25, beside the 2 µs of parsing it.
 */
export function isTooDeep(value: object, depth = 1): boolean {
  if (depth > MAX_DEPTH) return true;
  if (Array.isArray(value)) {
    for (const item of value) if (isObject(item) && isTooDeep(item, depth + 1)) return true;
    return false;
  }
  const fields = value as Record<string, unknown>;
  for (const key in fields) {
    const field = fields[key];
    if (isObject(field) && isTooDeep(field, depth + 1)) return true;
  }
  return false;
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
