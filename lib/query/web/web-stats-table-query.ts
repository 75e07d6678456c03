import * as v from "valibot";
import type { Project } from "../../admin/projects/index.ts";
import { parse } from "../../base/parse.ts";
import { defineQuery, formatRange } from "../../questions/index.ts";
import type { AskedHow, DateRange, Run } from "../../questions/index.ts";
import { runStatement } from "../../sql/index.ts";
import type { SqlCondition } from "../../sql/index.ts";
import type { QueryAsks } from "../query-asks.ts";
import { toTablePage } from "../tables/run-table.ts";
import { withoutAttr } from "../tables/sql-fault.ts";
import { pageFields, tableAnswer } from "../tables/table-fields.ts";
import type { TableAnswer } from "../tables/run-table.ts";
import { WEB_BREAKDOWNS, webBreakdown } from "./web-breakdown.ts";
import {
  ConversionGoal,
  isGoal,
  overrideWeb,
  sessionRange,
  VISITS,
  webFields,
  webFilters,
  webRanges,
  WHOLE,
} from "./web-fields.ts";

/** The rules that a project cleans paths by. */
const PathCleanings = v.array(v.object({ regex: v.string(), alias: v.string() }));

const ORDERS = ["Visitors", "Views", "BounceRate", "TotalConversions", "UniqueConversions", "ConversionRate"] as const;

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
  /** Counts conversions instead of views. */
  conversionGoal: ConversionGoal,
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
  bounce_rate: number | null;
  total_conversions: number;
  /** Persons who converted. */
  unique_conversions: number;
  /** The share of the visitors, from 0 to 1; null = there are none. */
  conversion_rate: number | null;
}

/** A row of the table: a value, and its figures in each period. */
interface StatsRow {
  /** Text or null; for several columns a list of texts and nulls. */
  value: unknown;
  current: Counted;
  /** Null = not compared. */
  previous: Counted | null;
}

const NONE: Counted = {
  visitors: 0,
  views: 0,
  bounce_rate: null,
  total_conversions: 0,
  unique_conversions: 0,
  conversion_rate: null,
};

/** The figures of a table's row, in the order of its columns. */
function figuresOf({ conversionGoal: goal, includeBounceRate: hasBounce }: WebStatsTableNode): (keyof Counted)[] {
  if (goal) return ["visitors", "total_conversions", "unique_conversions", "conversion_rate"];
  return ["visitors", "views", ...(hasBounce === true ? ["bounce_rate" as const] : [])];
}

async function runStats(
  ctx: QueryAsks,
  project: Project,
  node: WebStatsTableNode,
  { keyId }: AskedHow,
): Promise<Run<WebStatsTableQueryTypes>> {
  const ranges = await webRanges(ctx, project, node);
  const rows = new Map<string, StatsRow>();
  for (const [index, range] of ranges.entries()) {
    for (const [value, counted] of await countPeriod(ctx, project, node, range, keyId)) {
      const key = JSON.stringify(value);
      const known = rows.get(key) ?? { value, current: NONE, previous: ranges.length === 1 ? null : NONE };
      rows.set(key, index === 0 ? { ...known, current: counted } : { ...known, previous: counted });
    }
  }
  const page = toTablePage(node);
  const sorted = sortRows([...rows.values()], node.orderBy ?? null);
  const all = sorted.reduce((sum, { current }) => sum + current.visitors, 0);
  const figures = figuresOf(node);
  const columns = [...figures, "ui_fill_fraction", "cross_sell"];
  const [current, before] = ranges.map((range) => formatRange(range, project.timezone));
  return {
    results: sorted.slice(page.offset, page.offset + page.limit).map((row) => toCells(row, { all, figures })),
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

/** The figures of each value in a period. @throws HogletError 400 when the goal's action does not exist */
async function countPeriod(
  ctx: QueryAsks,
  project: Project,
  node: WebStatsTableNode,
  range: DateRange,
  keyId: string | undefined,
): Promise<[value: unknown, counted: Counted][]> {
  const goal = node.conversionGoal ? isGoal(ctx, project, node.conversionGoal) : null;
  const count = (events: SqlCondition) => countBy(ctx, project, node, { range, events }, keyId);
  const visits = await count(goal === null ? VISITS : { type: "OR", values: [VISITS, goal] });
  const converted = new Map(
    (goal === null ? [] : await count(goal)).map(({ value, ...counted }) => [JSON.stringify(value), counted]),
  );
  return visits.map(({ value, visitors, events, bounces }) => {
    const { visitors: unique, events: total } = converted.get(JSON.stringify(value)) ?? { visitors: 0, events: 0 };
    const conversions = { total_conversions: total, unique_conversions: unique };
    const rate = visitors === 0 ? null : unique / visitors;
    return [value, { visitors, views: events, bounce_rate: bounces, ...conversions, conversion_rate: rate }];
  });
}

/** A value, and the events of a sort that have it. */
interface ValueCount {
  value: unknown;
  visitors: number;
  events: number;
  /** Null = no session counts. */
  bounces: number | null;
}

async function countBy(
  ctx: QueryAsks,
  project: Project,
  node: WebStatsTableNode,
  { range, events }: { range: DateRange; events: SqlCondition },
  keyId: string | undefined,
): Promise<ValueCount[]> {
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
  const filters = webFilters(ctx, project, node, { range, events });
  const statement = { filters, values, sessionRange: sessionRange(range) };
  const { result } = await runStatement(ctx, project, text, statement, keyId).catch(withoutAttr);
  return result.results.map((row) => {
    const [visitors, number, bounces] = row.slice(parts.length) as (number | null)[];
    const value = parts.length === 1 ? row[0] : row.slice(0, parts.length);
    return { value, visitors: visitors ?? 0, events: number ?? 0, bounces: bounces ?? null };
  });
}

type SortKey = (row: StatsRow) => number;

const KEYS: Record<(typeof ORDERS)[number], SortKey> = {
  Visitors: ({ current }) => current.visitors,
  Views: ({ current }) => current.views,
  BounceRate: ({ current }) => current.bounce_rate ?? -1,
  TotalConversions: ({ current }) => current.total_conversions,
  UniqueConversions: ({ current }) => current.unique_conversions,
  ConversionRate: ({ current }) => current.conversion_rate ?? -1,
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

function toCells(
  { value, current, previous }: StatsRow,
  { all, figures }: { all: number; figures: readonly (keyof Counted)[] },
) {
  const pairs = figures.map((figure) => [current[figure], previous === null ? null : previous[figure]]);
  return [value, ...pairs, all === 0 ? 0 : current.visitors / all, ""];
}
