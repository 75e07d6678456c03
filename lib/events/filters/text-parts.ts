import { propertyText } from "./property-text.ts";
import type { Json } from "./property-text.ts";

type PartTest = (stored: Json | undefined) => boolean;

/**
 * Literal parts of a text, without ASCII letter case; one part is enough, and a missing value never passes. Source:
 * reference/agents.md 9.3.
 */
export const partOperators = {
  icontains_multi: (wanted) => compares(wanted, (text, part) => text.includes(part)),
  starts_with: (wanted) => compares(wanted, (text, part) => text.startsWith(part)),
  ends_with: (wanted) => compares(wanted, (text, part) => text.endsWith(part)),
} satisfies Record<string, (wanted: Json | undefined) => PartTest>;

function compares(wanted: Json | undefined, holds: (text: string, part: string) => boolean): PartTest {
  const parts = wanted === undefined ? [] : [wanted].flat().map((value) => toLowerAscii(propertyText(value)));
  return (stored) => {
    if (stored === undefined) return false;
    const text = toLowerAscii(propertyText(stored));
    return parts.some((part) => holds(text, part));
  };
}

function toLowerAscii(text: string): string {
  return text.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());
}
