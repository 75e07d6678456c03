import type { Element } from "./element.ts";
import { parseElementsChain } from "./elements-chain.ts";

/** The autocapture list, innermost first, of the `elements` column: JSON list text or chain text; null = no elements. */
export function parseElements(stored: string | null): Element[] {
  if (stored === null) return [];
  return stored.startsWith("[") ? (JSON.parse(stored) as Element[]) : parseElementsChain(stored);
}
