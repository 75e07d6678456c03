import type { Element } from "./element.ts";
import { parseElementsChain } from "./elements-chain.ts";

/** Elements of a stored column, innermost first: JSON of a list, or chain text; null = none. */
export function parseElements(stored: string | null): Element[] {
  if (stored === null) return [];
  return stored.startsWith("[") ? (JSON.parse(stored) as Element[]) : parseElementsChain(stored);
}
