import type { Fields } from "../../base/fields.ts";

/** Null tells that the event had the property, without storing it. */
export function redact(properties: Fields, names: readonly string[]): void {
  for (const name of names) if (Object.hasOwn(properties, name)) properties[name] = null;
}
