import { invalid } from "../../base/errors.ts";

/**
 * The text of a field that no schema has read: texts as they are, numbers and booleans as JSON.
 * @throws HogletError 400 naming the field, for lists and objects
 */
export function scalarText(value: unknown, attr: string): string {
  if (value === null || (typeof value !== "object" && typeof value !== "function")) return String(value);
  throw invalid(attr, `Expected a text but received ${Array.isArray(value) ? "a list" : "an object"}.`);
}
