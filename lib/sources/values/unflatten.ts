import type { Fields } from "../../base/fields.ts";
import { put } from "./fields.ts";

/**
 * Nested values of a flat table: the columns `tags.0`, `tags.1`, `plan.name` become `{ tags: […], plan: { name } }`. Consecutive indexes from 0 make a
 * list. A column `a` beside `a.b` keeps its value under `a`, and `a.b` stays flat.
 */
export function unflatten(columns: Iterable<readonly [path: string, value: unknown]>): Fields {
  const root: Fields = {};
  for (const [path, value] of columns) {
    if (value === undefined) continue;
    const keys = path.split(".");
    const last = keys.pop() ?? "";
    const parent = keys.length > MAX_KEYS ? null : walk(root, keys);
    if (parent === null) put(root, path, value);
    else put(parent, last, value);
  }
  return toLists(root) as Fields;
}

/** Keys in a path; deeper columns stay flat. PostHog's own exports are bounded in depth by its parser. */
const MAX_KEYS = 50;

function walk(root: Fields, keys: string[]): Fields | null {
  let at = root;
  for (const key of keys) {
    if (!Object.hasOwn(at, key)) put(at, key, {});
    const next = at[key];
    if (typeof next !== "object" || next === null || Array.isArray(next)) return null;
    at = next as Fields;
  }
  return at;
}

function toLists(value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const entries = Object.entries(value).map(([key, item]) => [key, toLists(item)] as const);
  const isList = entries.length > 0 && entries.every(([key], index) => key === String(index));
  return isList ? entries.map(([, item]) => item) : Object.fromEntries(entries);
}
