export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

/** Properties of an event, a person or a group. */
export type Properties = { [key: string]: Json };

/** The value stored under `key`; undefined = there is none, or null is stored. */
export function storedValue(properties: Properties, key: string): Json | undefined {
  return givenValue(properties, key) ?? undefined;
}

/** As `storedValue`, but null is a value: flags, and SDKs that evaluate them, see it so. */
export function givenValue(properties: Properties, key: string): Json | undefined {
  // Own keys only: "constructor" would be found on the prototype.
  return Object.hasOwn(properties, key) ? properties[key] : undefined;
}

/**
 * A stored value as filters and breakdowns compare it: its JSON text without surrounding double quotes (`Chrome`, `95`,
 * `true`, `{"a":1}`); missing, or null = the empty text (reference/insights.md 5.2).
 */
export function propertyText(value: Json | undefined): string {
  if (value === undefined || value === null) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** A URL without `/`, `?` and `#` at its end; `/` where nothing else is left. Source: reference/query.md 3.5. */
export function trimUrl(text: string): string {
  let end = text.length;
  while (end > 0 && "/?#".includes(text.charAt(end - 1))) end--;
  return end === 0 && text !== "" ? "/" : text.slice(0, end);
}
