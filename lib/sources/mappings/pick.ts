import type { Fields } from "../../base/fields.ts";
import { put } from "../values/fields.ts";

/** Copies those of the properties that are there. */
export function pick(from: Fields, keys: readonly string[]): Fields {
  const picked: Fields = {};
  for (const key of keys) if (Object.hasOwn(from, key)) put(picked, key, from[key]);
  return picked;
}
