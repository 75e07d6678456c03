import { isAggregateCall } from "../compile/has-aggregate.ts";
import type { Expression } from "../language/tree.ts";

/** Aggregates that equal rows change by their number alone, or not at all. Sums of floats are not: they depend on the order. */
const ALIKE = new Set(
  `count countif countdistinct uniq uniqif uniqexact uniqexactif min minif max maxif any anyif`.split(/\s+/),
);

/** Is an expression of aggregates the same where equal rows are given once, with their number? */
export function takesTimes(part: unknown): boolean {
  if (typeof part !== "object" || part === null) return true;
  const node = part as Expression;
  if (node.kind === "call" && isAggregateCall(node)) {
    return ALIKE.has(node.name.toLowerCase()) && node.orderBy.length === 0 && node.parameters === null;
  }
  return Object.values(node).every(takesTimes);
}
