import * as v from "valibot";
import { parseNumber } from "../../events/filters/index.ts";
import type { Json } from "../../events/filters/index.ts";
import { parseInstant } from "../../base/instant.ts";

/** The type of a property, by PostHog's names; Duration is never guessed. */
export const PropertyType = v.picklist(["String", "Numeric", "Boolean", "DateTime", "Duration"]);
export type PropertyType = v.InferOutput<typeof PropertyType>;

/** A bare number is no instant, though a date parser takes it. */
const DATE_LIKE = /^\d{4}-\d{2}-\d{2}/;

const TESTS: [PropertyType, (value: Json) => boolean][] = [
  ["Boolean", (value) => typeof value === "boolean" || value === "true" || value === "false"],
  ["Numeric", (value) => typeof value === "number" || (typeof value === "string" && parseNumber(value) !== null)],
  ["DateTime", (value) => typeof value === "string" && DATE_LIKE.test(value) && parseInstant(value) !== null],
];

/** The type of all these values; String = they differ, null = there are none. */
export function toPropertyType(values: readonly Json[]): PropertyType | null {
  if (values.length === 0) return null;
  return TESTS.find(([, isSuch]) => values.every(isSuch))?.[0] ?? "String";
}
