import * as v from "valibot";
import type { Project } from "../../admin/projects/index.ts";
import { parse } from "../../base/parse.ts";
import { defineQuery, formatRange } from "../../questions/index.ts";
import type { AskedHow, DateRange, Run } from "../../questions/index.ts";
import { runStatement } from "../../sql/index.ts";
import type { QueryAsks } from "../query-asks.ts";
import { toTablePage } from "../tables/run-table.ts";
import { withoutAttr } from "../tables/sql-fault.ts";
import { pageFields, tableAnswer } from "../tables/table-fields.ts";
import type { TableAnswer } from "../tables/run-table.ts";
import { WEB_BREAKDOWNS, webBreakdown } from "./web-breakdown.ts";
import { overrideWeb, sessionRange, VISITS, webFields, webFilters, webRanges, WHOLE } from "./web-fields.ts";

/** The rules that a project cleans paths by. */
const PathCleanings = v.array(v.object({ regex: v.string(), alias: v.string() }));

const ORDERS = ["Visitors", "Views", "BounceRate"] as const;

const refused = (name: string) => v.nullish(v.literal(false, `${name} is not supported; expected false.`));

/** The visits of a site by a value: a node of kind WebStatsTableQuery. Source: reference/query.md 4.12. */
export const WebStatsTableNode = v.strictObject({
  kind: v.literal("WebStatsTableQuery"),
  breakdownBy: v.picklist(WEB_BREAKDOWNS),
  /** Adds the bounce rate; of `Page` that of sessions that began there. @default false */
  includeBounceRate: v.nullish(v.boolean()),
  includeScrollDepth: refused("The depth of scrolling"),
  includeAvgTimeOnPage: refused("The time on a page"),
  /** Shows pages with their host. @default false */
  includeHost: v.nullish(v.boolean()),
  /** Cleans paths by the project's `path_cleaning_filters`. @default false */
  doPathCleaning: v.nullish(v.boolean()),
  conversionGoal: v.nullish(v.null("Conversions by a value are not supported; WebOverviewQuery has them.")),
  /** A column and its direction. @default visitors, then views, the most first */
  orderBy: v.nullish(v.tuple([v.picklist(ORDERS), v.picklist(["ASC", "DESC"])])),
  ...pageFields,
  ...webFields,
});
type WebStatsTableNode = v.InferOutput<typeof WebStatsTableNode>;

/** The answer to a WebStatsTableQuery. */
export interface WebStatsTableAnswer extends TableAnswer {
  samplingRate: typeof WHOLE;
}

export interface WebStatsTableQueryTypes {
  kind: "WebStatsTableQuery";
  node: v.InferInput<typeof WebStatsTableNode>;
  answer: WebStatsTableAnswer;
}

/** Visits by page, source, device or place. */
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
  override: overrideWeb,
  run: runStats,
});

/** The counts of one value in one period. */
interface Counted {
  visitors: number;
  views: number;
  bounce: number | null;
}

/** A row of the table: a value, and its figures in each period. */
interface StatsRow {
  /** Text or null; for several columns a list of texts and nulls. */
  value: unknown;
  current: Counted;
  /** Null = not compared. */
  previous: Counted | null;
}

const NONE: Counted = { visitors: 0, views: 0, bounce: null };

async function runStats(
  ctx: QueryAsks,
  project: Project,
  node: WebStatsTableNode,
  { keyId }: AskedHow,
): Promise<Run<WebStatsTableQueryTypes>> {
  const ranges = await webRanges(ctx, project, node);
  const rows = new Map<string, StatsRow>();
  for (const [index, range] of ranges.entries()) {
    for (const [value, counted] of await countBy(ctx, project, node, range, keyId)) {
      const key = JSON.stringify(value);
      const known = rows.get(key) ?? { value, current: NONE, previous: ranges.length === 1 ? null : NONE };
      rows.set(key, index === 0 ? { ...known, current: counted } : { ...known, previous: counted });
    }
  }
  const page = toTablePage(node);
  const sorted = sortRows([...rows.values()], node.orderBy ?? null);
  const all = sorted.reduce((sum, { current }) => sum + current.visitors, 0);
  const hasBounce = node.includeBounceRate === true;
  const columns = ["visitors", "views", ...(hasBounce ? ["bounce_rate"] : []), "ui_fill_fraction", "cross_sell"];
  const [current, before] = ranges.map((range) => formatRange(range, project.timezone));
  return {
    results: sorted.slice(page.offset, page.offset + page.limit).map((row) => toCells(row, { all, hasBounce })),
    columns: ["breakdown_value", ...columns].map((name) => `context.columns.${name}`),
    types: ["String", ...columns.map((name) => TYPES[name] ?? PAIR)],
    hasMore: sorted.length > page.offset + page.limit,
    ...page,
    samplingRate: WHOLE,
    resolved_date_range: current ?? null,
    resolved_compare_date_range: before ?? null,
  };
}

const PAIR = "Tuple(Nullable(Float64), Nullable(Float64))";
const TYPES: Readonly<Record<string, string>> = { ui_fill_fraction: "Float64", cross_sell: "String" };

/** Values that a table counts; a site with more shows those of most visitors. */
const MAX_VALUES = 50_000;

async function countBy(
  ctx: QueryAsks,
  project: Project,
  node: WebStatsTableNode,
  range: DateRange,
  keyId: string | undefined,
): Promise<[value: unknown, counted: Counted][]> {
  const { parts, keepsEmpty, entry, values } = webBreakdown(node.breakdownBy, {
    hasHost: node.includeHost === true,
    cleaning: node.doPathCleaning === true ? parse(PathCleanings, project.path_cleaning_filters) : [],
  });
  const names = parts.map((_, index) => `value_${index}`);
  const named = parts.map((part, index) => `${part} AS value_${index}`);
  const isFound = keepsEmpty ? "" : ` AND ${parts[0] ?? "1"} IS NOT NULL`;
  const began = entry === null ? "1" : `any(${entry}) = value_0`;
  const sessions = `SELECT ${named.join(", ")}, any(person_id) AS person, count() AS number,
      if(${began}, any(toFloat(session.$is_bounce)), NULL) AS bounce, min(session.$start_timestamp) AS start
    FROM events WHERE {filters} AND $session_id != ''${isFound} GROUP BY $session_id, ${names.join(", ")}
    HAVING start >= {filters.dateRange.from} AND start < {filters.dateRange.to}`;
  const text = `SELECT ${names.join(", ")}, uniq(person) AS visitors, sum(number), avg(bounce) FROM (${sessions})
    GROUP BY ${names.join(", ")} ORDER BY visitors DESC LIMIT ${MAX_VALUES}`;
  const filters = webFilters(ctx, project, node, { range, events: VISITS });
  const statement = { filters, values, sessionRange: sessionRange(range) };
  const { result } = await runStatement(ctx, project, text, statement, keyId).catch(withoutAttr);
  return result.results.map((row) => {
    const [visitors, views, bounce] = row.slice(parts.length) as (number | null)[];
    const value = parts.length === 1 ? row[0] : row.slice(0, parts.length);
    return [value, { visitors: visitors ?? 0, views: views ?? 0, bounce: bounce ?? null }];
  });
}

type SortKey = (row: StatsRow) => number;

const KEYS: Record<(typeof ORDERS)[number], SortKey> = {
  Visitors: ({ current }) => current.visitors,
  Views: ({ current }) => current.views,
  BounceRate: ({ current }) => current.bounce ?? -1,
};

/** Sorts by the wanted column, then by visitors and views (largest first), then by the value. */
function sortRows(rows: readonly StatsRow[], order: WebStatsTableNode["orderBy"] | null): StatsRow[] {
  const [name, direction] = order ?? ["Visitors", "DESC"];
  const sign = direction === "ASC" ? 1 : -1;
  const compare = (a: StatsRow, b: StatsRow) =>
    sign * (KEYS[name](a) - KEYS[name](b)) || KEYS.Visitors(b) - KEYS.Visitors(a) || KEYS.Views(b) - KEYS.Views(a);
  return rows.toSorted((a, b) => compare(a, b) || compareTexts(textOf(a.value), textOf(b.value)));
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

function compareTexts(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

function toCells({ value, current, previous }: StatsRow, { all, hasBounce }: { all: number; hasBounce: boolean }) {
  const pair = (figure: keyof Counted) => [current[figure], previous === null ? null : previous[figure]];
  const fraction = all === 0 ? 0 : current.visitors / all;
  return [value, pair("visitors"), pair("views"), ...(hasBounce ? [pair("bounce")] : []), fraction, ""];
}
