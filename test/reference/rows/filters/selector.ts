import type { Element } from "../../../../lib/events/elements/index.ts";

const PART =
  /^(?:\*|#((?:\\.|[\w-])+)|\.((?:\\.|[^\s.#:[>\\])+)|\[([\w:.@-]+)(?:=["']?([^"'\]]*)["']?)?\]|:nth-child\((\d+)\)|:nth-of-type\((\d+)\)|([A-Za-z][\w-]*))/;

/** An element's conditions, and whether it must be the parent of what stands right of it. */
interface Compound {
  tests: ((element: Element) => boolean)[];
  isParent: boolean;
}

/** Does a CSS selector of the kind that defines actions match an element of the chain, innermost first? Source: insights.md 6. */
export function isSelected(chain: readonly Element[], selector: string): boolean {
  const compounds = parse(selector.trim());
  return compounds !== null && chain.some((_, place) => isMatch(chain, place, compounds));
}

/** Right to left; null = it cannot be read. */
function parse(text: string): Compound[] | null {
  const compounds: Compound[] = [];
  let tests: Compound["tests"] = [];
  for (let rest = text; rest !== "";) {
    const [part, ...groups] = PART.exec(rest) ?? [""];
    const [between = ""] = part === "" ? (/^\s*>?\s*/.exec(rest) ?? []) : [];
    if (part === "" && (between === "" || tests.length === 0)) return null;
    if (part !== "") tests.push(toTest(groups));
    else {
      compounds.unshift({ tests, isParent: between.includes(">") });
      tests = [];
    }
    rest = rest.slice((part || between).length);
  }
  return tests.length === 0 ? null : [{ tests, isParent: false }, ...compounds];
}

function toTest([id, name, attribute, value, child, ofType, tag]: (string | undefined)[]): Compound["tests"][number] {
  if (id !== undefined) return (element) => element.attr_id === unescaped(id);
  if (name !== undefined) return (element) => element.attr_class?.includes(unescaped(name)) === true;
  if (child !== undefined) return (element) => element.nth_child === Number(child);
  if (ofType !== undefined) return (element) => element.nth_of_type === Number(ofType);
  if (tag !== undefined) return (element) => element.tag_name === tag;
  if (attribute === undefined) return () => true;
  return (element) => {
    const stored = attributeOf(element, attribute);
    return stored !== undefined && (value === undefined || stored === value);
  };
}

function unescaped(text: string): string {
  return text.replaceAll(/\\(.)/g, "$1");
}

function attributeOf({ attr_id, attr_class, attributes = {}, ...element }: Element, name: string): string | undefined {
  if (name === "id") return attr_id;
  if (name === "class") return attr_class?.join(" ");
  if (name === "text" || name === "href") return element[name];
  const stored = Object.entries(attributes).find(([key]) => key === `attr__${name}` || key === name)?.[1];
  return typeof stored === "string" || stored === undefined ? stored : JSON.stringify(stored);
}

function isMatch(chain: readonly Element[], place: number, [own, ...outer]: readonly Compound[]): boolean {
  const element = chain[place];
  if (own === undefined || element === undefined || !own.tests.every((test) => test(element))) return false;
  const [next] = outer;
  if (next === undefined) return true;
  return chain.some(
    (_, above) => above > place && (!next.isParent || above === place + 1) && isMatch(chain, above, outer),
  );
}
