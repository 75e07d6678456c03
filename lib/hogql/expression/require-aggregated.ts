import { hasAggregate, isAggregateCall } from "../compile/has-aggregate.ts";
import type { Expression } from "../language/tree.ts";
import { Refusal } from "../refusal.ts";

/**
 * Requires one value for many events: aggregates, not within each other, with names of events only in their arguments.
 * @throws Refusal naming the part
 */
export function requireAggregated(node: Expression): void {
  if (!hasAggregate(node)) throw new Refusal("Expected an aggregate, such as count() or sum(properties.amount).");
  walk(node, new Set());
}

function walk(part: unknown, bound: ReadonlySet<string>): void {
  if (typeof part !== "object" || part === null) return;
  const node = part as Expression;
  if (node.kind === "name" && !bound.has(node.parts[0] ?? ""))
    throw new Refusal(
      `${node.parts.join(".")} at character ${node.start + 1} must stand in an aggregate, such as any(${node.parts.join(".")}).`,
    );
  if (node.kind === "call" && isAggregateCall(node)) {
    const { args, filter, orderBy } = node;
    if (hasAggregate([args, filter, orderBy]))
      throw new Refusal(`${node.name}() at character ${node.start + 1} has an aggregate within it.`);
    return;
  }
  const names = node.kind === "lambda" ? new Set([...bound, ...node.names]) : bound;
  for (const inner of Object.values(node)) walk(inner, names);
}
