import type { CallNode, Expression } from "../language/tree.ts";
import { findAggregate } from "./calls/aggregate-calls.ts";

/** Does an expression have an aggregate, not counting those of a SELECT inside it? */
export function hasAggregate(node: unknown): boolean {
  if (Array.isArray(node)) return node.some(hasAggregate);
  if (typeof node !== "object" || node === null) return false;
  const { kind } = node as { kind?: Expression["kind"] | "union" };
  if (kind === "union") return false;
  return (kind === "call" && isAggregateCall(node as CallNode)) || Object.values(node).some(hasAggregate);
}

/** Is it an aggregate without a window? */
export function isAggregateCall({ name, args, over }: CallNode): boolean {
  const isExtremeOfSeveral = /^(?:min|max)$/i.test(name) && args.length > 1;
  return over === null && !isExtremeOfSeveral && findAggregate(name) !== null;
}
