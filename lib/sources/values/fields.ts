import { isFields } from "../../base/fields.ts";
import type { Fields } from "../../base/fields.ts";

/** The object at a key; anything else there counts as an empty object. */
export function fieldsAt(fields: Fields, key: string): Fields {
  const value = fields[key];
  return isFields(value) ? value : {};
}

/** The text at a key; null = none, or an empty text. Numbers and booleans become text, since ids may be numbers. */
export function textAt(fields: Fields, key: string): string | null {
  const value = fields[key];
  if (typeof value === "string") return value === "" ? null : value;
  return typeof value === "number" || typeof value === "boolean" || typeof value === "bigint" ? String(value) : null;
}

export function hasAll(fields: Fields, ...keys: string[]): boolean {
  return keys.every((key) => Object.hasOwn(fields, key));
}

/** Sets a property unless its value is absent: undefined, null or an empty text. */
export function put(target: Fields, key: string, value: unknown): void {
  if (value === undefined || value === null || value === "") return;
  Object.defineProperty(target, key, { value, writable: true, enumerable: true, configurable: true });
}

/**
 * Copies values under new names.
 * @param names from the source's key to the new name
 */
export function rename(target: Fields, from: Fields, names: Record<string, string>): void {
  for (const [key, name] of Object.entries(names)) put(target, name, from[key]);
}

/** The value behind a path of keys with dots between them; a key that has dots itself is found first. */
export function valueAt(fields: Fields, path: string): unknown {
  if (Object.hasOwn(fields, path)) return fields[path];
  let value: unknown = fields;
  for (const key of path.split(".")) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Fields)[key];
  }
  return value;
}
