import { attributeText } from "../elements/index.ts";
import type { Element } from "../elements/index.ts";

/** Conditions on one element; null and empty parts are not tested. */
interface Compound {
  tagName: string | null;
  classes: string[];
  /** Null = any value. */
  attributes: { name: string; value: string | null }[];
  nthChild: number | null;
  nthOfType: number | null;
  /** Must the element before it in the text be its parent, rather than any ancestor? */
  isChild: boolean;
}

/** A CSS selector's compounds, innermost first. */
export type Selector = readonly Compound[];

const COMBINATOR = /^\s*(>?)\s*/;
const TAG = /^(?:\*|[A-Za-z][\w-]*)/;
const PART =
  /^(?:#(?<id>(?:\\.|[\w-])+)|\.(?<class>(?:\\.|[^\s.#:[>\\])+)|\[(?<name>[\w:.@-]+)(?:=(?:"(?<double>[^"]*)"|'(?<single>[^']*)'|(?<bare>[^\]"'\s]+)))?\]|:nth-(?<nth>child|of-type)\((?<count>\d+)\))/;

/**
 * Selectors of actions, such as `div.card > a[href="/buy"]:nth-child(2)`: tag names, ids, classes, attributes,
 * `:nth-child` and `:nth-of-type` of one number, and the combinators blank and `>`. Null = other syntax. Source:
 * reference/insights.md 6.
 */
export function parseSelector(text: string): Selector | null {
  const selector: Compound[] = [];
  let rest = text.trim();
  let isChild = false;
  while (rest !== "") {
    const { compound, length } = readCompound(rest, isChild);
    if (length === 0) return null;
    selector.unshift(compound);
    const after = rest.slice(length);
    const [between = "", sign] = COMBINATOR.exec(after) ?? [];
    isChild = sign === ">";
    rest = after.slice(between.length);
    // Two compounds without a combinator, or a combinator at the end.
    if ((rest === "") !== (between === "")) return null;
  }
  return selector.length === 0 ? null : selector;
}

function readCompound(text: string, isChild: boolean): { compound: Compound; length: number } {
  const [tag = ""] = TAG.exec(text) ?? [];
  const tagName = tag === "" || tag === "*" ? null : tag;
  const compound: Compound = { tagName, classes: [], attributes: [], nthChild: null, nthOfType: null, isChild };
  let length = tag.length;
  for (let match = PART.exec(text.slice(length)); match !== null; match = PART.exec(text.slice(length))) {
    addPart(compound, match.groups ?? {});
    length += match[0].length;
  }
  return { compound, length };
}

function addPart(compound: Compound, part: Record<string, string | undefined>): void {
  if (part["id"] !== undefined) compound.attributes.push({ name: "id", value: unescape(part["id"]) });
  else if (part["class"] !== undefined) compound.classes.push(unescape(part["class"]));
  else if (part["name"] !== undefined) {
    const value = part["double"] ?? part["single"] ?? part["bare"] ?? null;
    compound.attributes.push({ name: part["name"], value });
  } else if (part["nth"] === "child") compound.nthChild = Number(part["count"]);
  else compound.nthOfType = Number(part["count"]);
}

/** Class names such as `md\:flex` are escaped in selectors. */
function unescape(text: string): string {
  return text.replaceAll(/\\(.)/g, "$1");
}

/** Does the selector match any element of a chain (innermost first)? */
export function compileSelector(selector: Selector): (chain: readonly Element[]) => boolean {
  const [innermost, ...outer] = selector;
  if (innermost === undefined) return () => false;
  return (chain) => {
    let inner = innermost;
    // Where the part so far can match last: any element may be the match.
    let places = placesOf(chain, innermost);
    for (const compound of outer) {
      const [nearest = Infinity] = places;
      const reached = new Set(places.map((place) => place + 1));
      const isChild = inner.isChild;
      places = placesOf(chain, compound).filter((place) => (isChild ? reached.has(place) : place > nearest));
      inner = compound;
    }
    return places.length > 0;
  };
}

function placesOf(chain: readonly Element[], compound: Compound): number[] {
  return chain.flatMap((element, place) => (isSuch(element, compound) ? [place] : []));
}

function isSuch(element: Element, { tagName, classes, attributes, nthChild, nthOfType }: Compound): boolean {
  return (
    (tagName === null || element.tag_name === tagName) &&
    (nthChild === null || element.nth_child === nthChild) &&
    (nthOfType === null || element.nth_of_type === nthOfType) &&
    classes.every((name) => element.attr_class?.includes(name)) &&
    attributes.every(({ name, value }) => {
      const stored = attributeOf(element, name);
      return stored !== undefined && (value === null || stored === value);
    })
  );
}

function attributeOf(element: Element, name: string): string | undefined {
  if (name === "id") return element.attr_id;
  if (name === "text" || name === "href") return element[name];
  if (name === "class") return element.attr_class?.join(" ");
  const { attributes = {} } = element;
  // SDKs prefix names of attributes.
  const stored = [`attr__${name}`, name].find((key) => Object.hasOwn(attributes, key));
  return stored === undefined ? undefined : attributeText(attributes[stored]);
}
