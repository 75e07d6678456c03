import { invalid } from "../../base/errors.ts";

/**
 * The text of a field that is read before any schema sees it: a text as it is, a number or boolean as JSON writes it.
 * @throws HogletError 400 naming the field, for lists and objects: these may lack a text altogether
 */
export function scalarText(value: unknown, attr: string): string {
  if (value === null || (typeof value !== "object" && typeof value !== "function")) return String(value);
  throw invalid(attr, `Expected a text but received ${Array.isArray(value) ? "a list" : "an object"}.`);
}
