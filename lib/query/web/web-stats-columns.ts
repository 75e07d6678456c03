import { WEB_ORDERS } from "./web-stats-row.ts";
import type { WebFigure } from "./web-stats-row.ts";
import type { WebStatsTableNode } from "./web-stats-table-node.ts";

/** The figures that a table shows, in the order of its columns. */
export function shownFigures(node: WebStatsTableNode): WebFigure[] {
  if (node.breakdownBy === "FrustrationMetrics") return ["rage_clicks", "dead_clicks", "errors"];
  if (node.conversionGoal) return ["visitors", "total_conversions", "unique_conversions", "conversion_rate"];
  const hasTime = node.includeAvgTimeOnPage === true;
  const figures: [WebFigure, boolean][] = [
    ["visitors", true],
    ["views", true],
    ["avg_time_on_page", hasTime],
    // As in PostHog, never the time without it.
    ["bounce_rate", node.includeBounceRate === true || hasTime],
    ["average_scroll_percentage", node.includeScrollDepth === true],
    ["scroll_gt80_percentage", node.includeScrollDepth === true],
  ];
  return figures.flatMap(([figure, isShown]) => (isShown ? [figure] : []));
}

/** Rows are sorted by the first of these that the table shows, unless the query names a figure. */
const SORTING: readonly WebFigure[] = ["unique_conversions", "total_conversions", "visitors", "views"];
const SORTING_FRUSTRATION: readonly WebFigure[] = ["errors", "rage_clicks", "dead_clicks"];

/** The figures that a table is sorted by: the one that is asked for, then the usual ones. */
export function sortingFigures({ orderBy, breakdownBy }: WebStatsTableNode, shown: readonly WebFigure[]): WebFigure[] {
  const wanted = orderBy ? [WEB_ORDERS[orderBy[0]]] : [];
  const usual = breakdownBy === "FrustrationMetrics" ? SORTING_FRUSTRATION : SORTING;
  return [...new Set([...wanted, ...usual])].filter((figure) => shown.includes(figure));
}
