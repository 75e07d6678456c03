import { isFields } from "../../base/fields.ts";
import type { RequestFields } from "./request-fields.ts";

// Parts of nodes in older versions (reference/query.md 1 and 4.9).

/** `compare` moved out of the insight's own filter. @param name the filter's field */
export function upgradeCompare(node: RequestFields, name: string): RequestFields {
  const filter = node[name];
  if (!isFields(filter) || !Object.hasOwn(filter, "compare")) return node;
  const { compare, ...rest } = filter;
  return { ...node, [name]: rest, compareFilter: node["compareFilter"] ?? { compare } };
}

/** `breakdown` was an object before it was called `breakdownFilter`. */
export function upgradeBreakdown(node: RequestFields): RequestFields {
  const { breakdown, ...rest } = node;
  return isFields(breakdown) ? { ...rest, breakdownFilter: node["breakdownFilter"] ?? breakdown } : node;
}
