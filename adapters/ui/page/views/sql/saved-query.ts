import type { SavedInsight } from "../../../../../lib/index.ts";
import { toSql } from "../insights/pasted.ts";
import type { QueryNode } from "../insights/to-query.ts";
import type { ChartChoice } from "./to-chart.ts";

/** How the answer of a query is shown. */
export type Show = "table" | "chart";

/** Displays of PostHog's nodes that are no chart (reference/query.md). */
const TABLES = new Set(["ActionsTable", "BoldNumber"]);

/** The displays of PostHog's nodes for the forms of a chart. */
const DISPLAYS = { line: "ActionsLineGraph", bars: "ActionsBar", area: "ActionsAreaGraph" } as const;

/** The node under which a query is saved: its statement, its display, and the columns of its chart (reference/query.md). */
export function toSavedNode(sql: string, show: Show, choice?: ChartChoice | null): QueryNode {
  const isChart = show === "chart";
  return {
    kind: "DataVisualizationNode",
    source: { kind: "HogQLQuery", query: sql },
    display: isChart ? DISPLAYS[choice?.form ?? "line"] : "ActionsTable",
    ...(isChart &&
      choice && {
        chartSettings: {
          xAxis: { column: choice.x },
          yAxis: choice.y.map((column) => ({ column })),
          ...(choice.split !== null && { seriesBreakdownColumn: choice.split }),
        },
      }),
  };
}

interface SavedQuery {
  sql: string;
  show: Show;
  /** Undefined = the chart that shows the answer best. */
  choice?: ChartChoice;
}

interface ChartSettings {
  xAxis?: { column?: string };
  yAxis?: { column?: string }[];
  seriesBreakdownColumn?: string | null;
}

/** The statement and the display of a saved insight; null = it is no SQL. */
export function readSaved({ query }: Pick<SavedInsight, "query">): SavedQuery | null {
  const sql = toSql(query);
  if (sql === null) return null;
  const display = query?.["display"];
  if (typeof display !== "string" || TABLES.has(display)) return { sql, show: "table" };
  const { xAxis, yAxis = [], seriesBreakdownColumn: split = null } = (query?.["chartSettings"] ?? {}) as ChartSettings;
  const form = display.includes("Bar") ? "bars" : display === DISPLAYS.area ? "area" : "line";
  const y = yAxis.flatMap(({ column }) => column ?? []);
  const x = xAxis?.column;
  return { sql, show: "chart", ...(x !== undefined && y.length > 0 && { choice: { form, x, y, split } }) };
}
