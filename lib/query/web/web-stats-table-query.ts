import * as v from "valibot";
import type { Project } from "../../admin/projects/index.ts";
import { invalid } from "../../base/errors.ts";
import { defineQuery, formatRange } from "../../questions/index.ts";
import type { AskedHow, Run } from "../../questions/index.ts";
import type { QueryAsks } from "../query-asks.ts";
import { toTablePage } from "../tables/run-table.ts";
import type { TableAnswer } from "../tables/run-table.ts";
import { tableAnswer } from "../tables/table-fields.ts";
import { overrideRange } from "../override-range.ts";
import { webRanges, WHOLE } from "./web-fields.ts";
import { countPeriod } from "./web-stats-counts.ts";
import { shownFigures, sortingFigures } from "./web-stats-columns.ts";
import { fillFraction, NO_FIGURES, sortRows, toPairs } from "./web-stats-row.ts";
import type { StatsRow } from "./web-stats-row.ts";
import { WebStatsTableNode } from "./web-stats-table-node.ts";

export interface WebStatsTableAnswer extends TableAnswer {
  samplingRate: typeof WHOLE;
}

export interface WebStatsTableQueryTypes {
  kind: "WebStatsTableQuery";
  node: v.InferInput<typeof WebStatsTableNode>;
  answer: WebStatsTableAnswer;
}

export const webStatsTableQuery = defineQuery<WebStatsTableQueryTypes, QueryAsks>()({
  kind: "WebStatsTableQuery",
  summary: "Lists the visitors and views of a site by page, source, device or place.",
  savedIn: "InsightVizNode",
  node: WebStatsTableNode,
  example: { kind: "WebStatsTableQuery", properties: [], breakdownBy: "Page", limit: 10 },
  answer: v.object({
    ...tableAnswer,
    samplingRate: v.object({ numerator: v.number(), denominator: v.null() }),
  }),
  override: overrideRange,
  run: runStats,
});

const PAIR = "Tuple(Nullable(Float64), Nullable(Float64))";

async function runStats(
  ctx: QueryAsks,
  project: Project,
  node: WebStatsTableNode,
  { keyId }: AskedHow,
): Promise<Run<WebStatsTableQueryTypes>> {
  refuseOfPagesOnly(node);
  const ranges = await webRanges(ctx, project, node);
  const rows = new Map<string, StatsRow>();
  for (const [index, range] of ranges.entries()) {
    for (const [value, figures] of await countPeriod(ctx, { project, node, range, keyId })) {
      const key = JSON.stringify(value);
      const known = rows.get(key) ?? { value, current: NO_FIGURES, previous: ranges.length === 1 ? null : NO_FIGURES };
      rows.set(key, index === 0 ? { ...known, current: figures } : { ...known, previous: figures });
    }
  }
  const page = toTablePage(node);
  const shown = shownFigures(node);
  const sorting = sortingFigures(node, shown);
  const sorted = sortRows([...rows.values()], sorting, node.orderBy?.[1] ?? "DESC");
  // A table of frustration fills no rows.
  const fill = node.breakdownBy === "FrustrationMetrics" ? null : fillFraction(sorted, sorting[0]);
  const [current, before] = ranges.map((range) => formatRange(range, project.timezone));
  return {
    results: sorted
      .slice(page.offset, page.offset + page.limit)
      .map((row) => [[row.value], toPairs(row, shown), fill === null ? [] : [fill(row)], [""]].flat()),
    columns: ["breakdown_value", ...shown, ...(fill === null ? [] : ["ui_fill_fraction"]), "cross_sell"].map(
      (name) => `context.columns.${name}`,
    ),
    types: ["String", ...shown.map(() => PAIR), ...(fill === null ? [] : ["Float64"]), "String"],
    hasMore: sorted.length > page.offset + page.limit,
    ...page,
    samplingRate: WHOLE,
    resolved_date_range: current ?? null,
    resolved_compare_date_range: before ?? null,
  };
}

/** @throws invalid for a figure that only pages have */
function refuseOfPagesOnly({ breakdownBy, includeScrollDepth, includeAvgTimeOnPage }: WebStatsTableNode): void {
  if (breakdownBy === "Page") return;
  const wanted = { includeScrollDepth, includeAvgTimeOnPage };
  const [name] = Object.entries(wanted).find(([, isWanted]) => isWanted === true) ?? [];
  if (name !== undefined)
    throw invalid(name, `Only a table by Page has it; this one is by ${breakdownBy}.`, "unsupported");
}
