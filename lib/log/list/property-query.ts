import { invalid } from "../../base/errors.ts";
import { parseJsonText } from "../../base/json-text.ts";
import { parseFilters } from "../../events/filters/index.ts";
import type { FilterGroup } from "../../events/filters/index.ts";

/**
 * Parses property filters in any shape, or JSON text of them; absent or empty = a group without members. @throws
 * invalid naming the filter that cannot be read
 */
export function parsePropertyQuery(properties: unknown): FilterGroup {
  return parseFilters(fromText(properties), "properties");
}

/** Values other than text stay. */
function fromText(properties: unknown): unknown {
  if (typeof properties !== "string") return properties;
  if (properties === "") return undefined;
  try {
    return parseJsonText(properties);
  } catch {
    throw invalid("properties", "Expected property filters as JSON text.");
  }
}
