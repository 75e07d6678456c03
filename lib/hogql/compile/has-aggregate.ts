import type { CallNode, Expression } from "../language/tree.ts";
import { findAggregate } from "./calls/aggregate-calls.ts";

/** Does an expression count over several rows? A SELECT inside it has aggregates of its own. */
export function hasAggregate(node: unknown): boolean {
  if (Array.isArray(node)) return node.some(hasAggregate);
  if (typeof node !== "object" || node === null) return false;
  const { kind } = node as { kind?: Expression["kind"] | "union" };
  if (kind === "union") return false;
  return (kind === "call" && isAggregateCall(node as CallNode)) || Object.values(node).some(hasAggregate);
}

/** Is a call that of an aggregate, and of no window? */
export function isAggregateCall({ name, args, over }: CallNode): boolean {
  const isExtremeOfSeveral = /^(?:min|max)$/i.test(name) && args.length > 1;
  return over === null && !isExtremeOfSeveral && findAggregate(name) !== null;
}
