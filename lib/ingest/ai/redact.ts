import type { Fields } from "../../base/fields.ts";

/** Replaces the values of these properties by null, so that nobody stores them: the event still tells that it had them. */
export function redact(properties: Fields, names: readonly string[]): void {
  for (const name of names) if (Object.hasOwn(properties, name)) properties[name] = null;
}
