import type { Page, PropertyDefinition } from "../../lib/index.ts";
import type { Api } from "../api.ts";
import { orNull, propertiesOf } from "./names.ts";
import type { Node } from "./node-parts.ts";

/** "'Betrag' has values that are no numbers …", for each such property whose sum, mean or the like a question takes that found nothing. */
export async function sayNoNumbers(api: Api, node: Node): Promise<string[]> {
  const texts: string[] = [];
  for (const { of: type, key, isCounted } of propertiesOf(node)) {
    if (!isCounted) continue;
    const found = await orNull(() =>
      api.get<Page<PropertyDefinition>>("/property_definitions/", { type, search: key }),
    );
    const kind = found?.results.find(({ name }) => name === key)?.property_type;
    if (kind === "String") texts.push(`'${key}' has values that are no numbers; they count for nothing`);
  }
  return texts;
}
