import { invalid } from "../../base/errors.ts";
import type { RequestFields } from "../../questions/index.ts";
import { upgradeNode } from "../upgrade-node.ts";
import { toDialects, toNode } from "./insight.ts";
import type { SavedInsight } from "./insight.ts";

/**
 * A question in both dialects: a query's newest form, or the node of older `filters` within its wrapper. Null = the
 * dialect does not have the question.
 * @throws HogletError 400 without either
 */
export function convertQuestion({
  query,
  filters,
}: {
  query?: RequestFields;
  filters?: RequestFields;
}): Pick<SavedInsight, "query" | "question"> {
  if (query !== undefined) return toDialects(upgradeNode(query));
  if (filters === undefined) throw invalid("query", "This field is required.", "required");
  const node = toNode(filters as SavedInsight["filters"]);
  return node === null ? { query: null, question: null } : toDialects(node);
}
