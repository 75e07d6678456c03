import type { Page, PropertyDefinition } from "../../lib/index.ts";
import type { Api } from "../api.ts";
import { orNull, propertiesOf } from "./names.ts";
import type { Node } from "./node-parts.ts";

/** "No value of 'Betrag' is a number, …" for each property that a question which counts nothing takes the sum, mean or the like of. */
export async function sayNoNumbers(api: Api, node: Node): Promise<string[]> {
  const texts: string[] = [];
  for (const { of: type, key, isCounted } of propertiesOf(node)) {
    if (!isCounted) continue;
    const found = await orNull(() =>
      api.get<Page<PropertyDefinition>>("/property_definitions/", { type, search: key }),
    );
    const kind = found?.results.find(({ name }) => name === key)?.property_type;
    if (kind === "String") texts.push(`No value of '${key}' is a number, so that there is nothing to count with`);
  }
  return texts;
}
