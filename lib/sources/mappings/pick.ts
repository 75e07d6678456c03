import type { Fields } from "../../base/fields.ts";
import { put } from "../values/fields.ts";

/** A copy of some properties, of those that are there. */
export function pick(from: Fields, keys: readonly string[]): Fields {
  const picked: Fields = {};
  for (const key of keys) if (Object.hasOwn(from, key)) put(picked, key, from[key]);
  return picked;
}
