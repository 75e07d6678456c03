import type { Element } from "./element.ts";

// `tag.class.class:name="value"name="value"`, elements separated by `;`, quotes escaped by a backslash: web SDKs send
// this as `$elements_chain`, and capture stores it unchanged.
const ELEMENT = /(?:[^;"]|"(?:\\.|[^"\\])*")+/gs;
const ATTRIBUTES_START = /:(?=[\w-]+=")/;
const ATTRIBUTE = /([\w:.@-]+)="((?:\\.|[^"\\])*)"/gs;

/** Innermost first; unreadable parts are left out. */
export function parseElementsChain(chain: string): Element[] {
  return (chain.match(ELEMENT) ?? []).map(toElement);
}

function toElement(text: string): Element {
  const start = ATTRIBUTES_START.exec(text)?.index ?? text.length;
  const [tagName = "", ...classes] = text.slice(0, start).trim().split(".").filter(Boolean);
  const element: Element = { tag_name: tagName };
  const attributes: Record<string, string> = {};
  for (const [, name = "", raw = ""] of text.slice(start + 1).matchAll(ATTRIBUTE)) {
    const value = raw.replaceAll('\\"', '"');
    if (name === "text" || name === "href" || name === "attr_id") element[name] = value;
    else if (name === "nth-child" && Number.isFinite(Number(value))) element.nth_child = Number(value);
    else if (name === "nth-of-type" && Number.isFinite(Number(value))) element.nth_of_type = Number(value);
    else attributes[name] = value;
  }
  if (classes.length > 0) element.attr_class = classes;
  if (Object.keys(attributes).length > 0) element.attributes = attributes;
  return element;
}
