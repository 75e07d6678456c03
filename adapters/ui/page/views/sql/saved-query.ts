import type { SavedInsight } from "../../../../../lib/index.ts";
import { toSql } from "../insights/pasted.ts";
import type { QueryNode } from "../insights/to-query.ts";

/** How the answer of a query is shown. */
export type Show = "table" | "chart";

/** Displays of PostHog's nodes that are no chart (reference/query.md). */
const TABLES = new Set(["ActionsTable", "BoldNumber"]);

/** The node under which a query is saved: its statement and its display (reference/query.md). */
export function toSavedNode(sql: string, show: Show, columns: readonly string[] = []): QueryNode {
  const [x, ...y] = columns;
  return {
    kind: "DataVisualizationNode",
    source: { kind: "HogQLQuery", query: sql },
    display: show === "chart" ? "ActionsLineGraph" : "ActionsTable",
    ...(show === "chart" &&
      x !== undefined && { chartSettings: { xAxis: { column: x }, yAxis: y.map((column) => ({ column })) } }),
  };
}

/** The statement and the display of a saved insight; null = it is no SQL. */
export function readSaved({ query }: Pick<SavedInsight, "query">): { sql: string; show: Show } | null {
  const sql = toSql(query);
  const display = query?.["display"];
  const isChart = typeof display === "string" && !TABLES.has(display);
  return sql === null ? null : { sql, show: isChart ? "chart" : "table" };
}
