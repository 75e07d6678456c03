import { attributeText } from "./element.ts";
import type { Element } from "./element.ts";
import { parseElements } from "./parse-elements.ts";

/**
 * Elements as one text, innermost first: `a.small:href="/x"nth-child="1"…;div:…`, classes and attributes by name.
 * Correlation names them so (reference/insights.md 12).
 */
export function elementsChainText(elements: readonly Element[]): string {
  return elements.map(toElementText).join(";");
}

/** Stored elements as a web SDK sends them; "" = there are none. */
export function elementsChainOf(stored: string | undefined): string {
  return stored?.startsWith("[") === true ? elementsChainText(parseElements(stored)) : (stored ?? "");
}

function toElementText(element: Element): string {
  const classes = (element.attr_class ?? []).toSorted().map((name) => `.${name.replaceAll('"', "")}`);
  const attributes: [string, unknown][] = Object.entries({
    ...element.attributes,
    text: element.text,
    href: element.href,
    attr_id: element.attr_id,
    "nth-child": element.nth_child ?? 0,
    "nth-of-type": element.nth_of_type ?? 0,
  });
  const texts = attributes
    .filter(([, value]) => value !== undefined && value !== null && value !== "")
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}="${attributeText(value).replaceAll('"', String.raw`\"`)}"`);
  return `${element.tag_name}${classes.join("")}:${texts.join("")}`;
}
