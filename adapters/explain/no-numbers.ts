import type { Page, PropertyDefinition } from "../../lib/index.ts";
import { propertiesOf } from "./node-names.ts";

/** GETs a path below the project. */
type Get = <Answer>(path: string, query: Readonly<Record<string, unknown>>) => Promise<Answer>;

/**
 * The properties of a question that counted nothing which is why: a sum, a mean or the like is asked of them, and they have values
 * that are no numbers.
 */
export async function withoutNumbers(get: Get, node: unknown): Promise<string[]> {
  const counted = propertiesOf(node).filter(({ isCounted }) => isCounted);
  const found = await Promise.all(
    counted.map(async ({ of: type, key }) => {
      const { results } = await get<Page<PropertyDefinition>>("/property_definitions/", { type, search: key });
      return results.some(({ name, property_type: kind }) => name === key && kind === "String") ? [key] : [];
    }),
  );
  return found.flat();
}
