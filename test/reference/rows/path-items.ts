import type { EventRow } from "../../../lib/port/row.ts";
import { textOf } from "./expression.ts";
import type { PathItems, PathNames } from "../../../lib/questions/paths/plan.ts";
import { toRegex } from "./filters/operator.ts";
import { propertyText, storedValue } from "./filters/value.ts";

/** Does the event's name take part? */
export function isIncluded(include: PathNames | null, { event }: EventRow): boolean {
  return include === null || include.names.includes(event) || (include.custom && !event.startsWith("$"));
}

/** The item of each event, before items are left out. Source: reference/insights.md 12b.2. */
export function compileItem({
  translations,
  expression,
  replacements,
  groupings,
}: PathItems): (row: EventRow) => string {
  // A stored pattern that is invalid matches nothing.
  const rules = replacements.map(({ regex, alias }) => toReplacement(regex, alias));
  const named = (row: EventRow) => (expression === null ? row.event : (textOf(row, expression) ?? ""));
  return (row) => {
    const translation = translations.find(({ event }) => event === row.event);
    const text = translation ? propertyText(storedValue(row.properties, translation.key)) : named(row);
    const item = translation?.trimSlash ? trimSlash(text) : text;
    const grouping = groupings.findLast((pattern) => isMatch(pattern, item));
    return grouping ?? rules.reduce((cleaned, rule) => rule(cleaned), item);
  };
}

/** `\0` of the alias stands for the match and `\1` to `\9` for its groups. */
function toReplacement(pattern: string, alias: string): (item: string) => string {
  const regex = toRegex(pattern);
  if (regex === null) return (item) => item;
  const all = new RegExp(regex, `${regex.flags}g`);
  return (item) =>
    item.replace(all, (...found: unknown[]) => {
      // The place follows the match and its groups.
      const at = found.findIndex((part) => typeof part === "number");
      const groups = found.slice(0, at);
      // RE2 reads characters: one of two code units has no place within.
      if (groups[0] === "" && isWithinPair(item, Number(found[at]))) return "";
      return alias.replaceAll(/\\([^])/g, (_, part: string) =>
        /\d/.test(part) ? String(groups[Number(part)] ?? "") : part,
      );
    });
}

function isWithinPair(text: string, place: number): boolean {
  return /^[\uDC00-\uDFFF]/.test(text.slice(place)) && /[\uD800-\uDBFF]$/.test(text.slice(0, place));
}

function trimSlash(url: string): string {
  return url.length > 1 && url.endsWith("/") ? url.slice(0, -1) : url;
}

/** Both ends are open, so each part may be taken at its first place after the one before. */
function isMatch(pattern: string, item: string): boolean {
  let rest = item;
  return pattern.split("*").every((part) => {
    const at = rest.indexOf(part);
    rest = at < 0 ? "" : rest.slice(at + part.length);
    return at >= 0;
  });
}
