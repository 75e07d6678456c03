import type { Project } from "../../admin/projects/index.ts";
import { parse } from "../../base/parse.ts";
import * as v from "valibot";
import type { DateRange } from "../../questions/index.ts";
import { runStatement } from "../../sql/index.ts";
import type { Constant, SqlCondition } from "../../hogql/index.ts";
import type { QueryAsks } from "../query-asks.ts";
import { isIn } from "../tables/event-conditions.ts";
import { withoutAttr } from "../tables/sql-fault.ts";
import { leftPage, webBreakdown } from "./web-breakdown.ts";
import type { PageOptions } from "./web-breakdown.ts";
import { isGoal, sessionRange, VISITS, webFilters } from "./web-fields.ts";
import { NO_FIGURES } from "./web-stats-row.ts";
import type { WebFigures } from "./web-stats-row.ts";
import type { WebStatsTableNode } from "./web-stats-table-node.ts";

interface Period {
  project: Project;
  node: WebStatsTableNode;
  range: DateRange;
  keyId: string | undefined;
}

const PathCleanings = v.array(v.object({ regex: v.string(), alias: v.string() }));

/** The figures of each value in a period. @throws HogletError 400 when the goal's action does not exist */
export async function countPeriod(ctx: QueryAsks, period: Period): Promise<[value: unknown, figures: WebFigures][]> {
  if (period.node.breakdownBy === "FrustrationMetrics") return countFrustration(ctx, period);
  if (period.node.conversionGoal) return countConversions(ctx, period);
  const visits = await countBy(ctx, period, VISITS);
  const left = await countLeft(ctx, ofLeftPage(period));
  const isFilled = period.node.includeAvgTimeOnPage === true;
  return visits.map(({ value, visitors, events, bounces }) => [
    value,
    {
      ...NO_FIGURES,
      visitors,
      views: events,
      bounce_rate: isFilled ? (bounces ?? 0) : bounces,
      ...(isFilled && { avg_time_on_page: 0 }),
      ...left.get(JSON.stringify(value)),
    },
  ]);
}

async function countConversions(ctx: QueryAsks, period: Period): Promise<[unknown, WebFigures][]> {
  const { project, node } = period;
  const goal = node.conversionGoal ? isGoal(ctx, project, node.conversionGoal) : VISITS;
  const visits = await countBy(ctx, period, { type: "OR", values: [VISITS, goal] });
  const converted = new Map((await countBy(ctx, period, goal)).map((count) => [JSON.stringify(count.value), count]));
  return visits.map(({ value, visitors }) => {
    const { visitors: unique, events: total } = converted.get(JSON.stringify(value)) ?? { visitors: 0, events: 0 };
    const conversions = { total_conversions: total, unique_conversions: unique };
    const rate = visitors === 0 ? null : unique / visitors;
    return [value, { ...NO_FIGURES, visitors, ...conversions, conversion_rate: rate }];
  });
}

/** A site with more values shows those of most visitors. */
const MAX_VALUES = 50_000;

/** A value, and its events. */
interface ValueCount {
  value: unknown;
  visitors: number;
  events: number;
  /** Null = no session counts. */
  bounces: number | null;
}

async function countBy(ctx: QueryAsks, period: Period, events: SqlCondition): Promise<ValueCount[]> {
  const { parts, found, entry, values } = webBreakdown(period.node.breakdownBy, pageOptions(period));
  const names = parts.map((_, index) => `value_${index}`);
  const named = parts.map((part, index) => `${part} AS value_${index}`);
  const began = entry === null ? "1" : `any(${entry}) = value_0`;
  const sessions = `SELECT ${named.join(", ")}, any(person_id) AS person, count() AS number,
      if(${began}, any(toFloat(session.$is_bounce)), NULL) AS bounce, min(session.$start_timestamp) AS start
    FROM events WHERE {filters} AND $session_id != '' AND (${found ?? "true"}) GROUP BY $session_id, ${names.join(", ")}
    HAVING start >= {filters.dateRange.from} AND start < {filters.dateRange.to}`;
  const text = `SELECT ${names.join(", ")}, uniq(person) AS visitors, sum(number), avg(bounce) FROM (${sessions})
    GROUP BY ${names.join(", ")} ORDER BY visitors DESC LIMIT ${MAX_VALUES}`;
  const rows = await rowsOf(ctx, period, { text, values, events });
  return rows.map((row) => {
    const [visitors, number, bounces] = row.slice(parts.length) as (number | null)[];
    const value = parts.length === 1 ? row[0] : row.slice(0, parts.length);
    return { value, visitors: visitors ?? 0, events: number ?? 0, bounces: bounces ?? null };
  });
}

/** Events of annoyed visitors, and those that show the page. */
const FRUSTRATION = isIn("event", ["$pageview", "$screen", "$rageclick", "$dead_click", "$exception"]);

async function countFrustration(ctx: QueryAsks, period: Period): Promise<[unknown, WebFigures][]> {
  const { parts, found, values } = webBreakdown(period.node.breakdownBy, pageOptions(period));
  const text = `SELECT ${parts.join(", ")} AS page, countIf(event = '$rageclick') AS rage,
      countIf(event = '$dead_click') AS dead, countIf(event = '$exception') AS errors
    FROM events WHERE ${IN_SESSIONS} AND ${found ?? "true"} GROUP BY page
    HAVING rage + dead + errors > 0 ORDER BY errors DESC LIMIT ${MAX_VALUES}`;
  const rows = await rowsOf(ctx, period, { text, values, events: FRUSTRATION });
  return rows.map(([page, rage, dead, errors]) => [
    page,
    { ...NO_FIGURES, rage_clicks: Number(rage), dead_clicks: Number(dead), errors: Number(errors) },
  ]);
}

/** Events of sessions that begin in the range. */
const IN_SESSIONS = `{filters} AND $session_id != '' AND session.$start_timestamp >= {filters.dateRange.from}
  AND session.$start_timestamp < {filters.dateRange.to}`;

/** Events that tell how the page before was read. */
const LEFT = isIn("event", ["$pageview", "$pageleave", "$screen"]);

/** A page counts at most a day. */
const MAX_PAGE_SECONDS = 86_400;

type LeftFigures = Partial<WebFigures>;

/** How pages were read and scrolled, from the events that left them. @returns figures by the JSON of the page */
async function countLeft(ctx: QueryAsks, period: Period): Promise<Map<string, LeftFigures>> {
  const { includeScrollDepth, includeAvgTimeOnPage } = period.node;
  const figures = new Map<string, LeftFigures>();
  const { parts, values } = leftPage(pageOptions(period));
  const add = (page: unknown, more: LeftFigures) => {
    const key = JSON.stringify(page);
    figures.set(key, { ...figures.get(key), ...more });
  };
  const read = async (where: string, ...columns: string[]) => {
    const text = `SELECT ${parts.join(", ")} AS page, ${columns.join(", ")} FROM events
      WHERE ${where} AND page IS NOT NULL GROUP BY page LIMIT ${MAX_VALUES}`;
    return rowsOf(ctx, period, { text, values, events: LEFT });
  };
  if (includeScrollDepth === true) {
    const seen = "toFloat(properties.$prev_pageview_max_content_percentage)";
    const rows = await read(
      IN_SESSIONS,
      "avg(toFloat(properties.$prev_pageview_max_scroll_percentage))",
      `avg(if(${seen} IS NULL, NULL, if(${seen} > 0.8, 1, 0)))`,
    );
    for (const [page, scroll, deep] of rows) {
      add(page, { average_scroll_percentage: toFigure(scroll), scroll_gt80_percentage: toFigure(deep) });
    }
  }
  if (includeAvgTimeOnPage === true) {
    const seconds = "toFloat(properties.$prev_pageview_duration)";
    const rows = await read(
      `{filters} AND ${seconds} IS NOT NULL`,
      `quantile(0.9)(least(${seconds}, ${MAX_PAGE_SECONDS}))`,
    );
    for (const [page, time] of rows) add(page, { avg_time_on_page: toFigure(time) ?? 0 });
  }
  return figures;
}

/** A filter on the page means the page that was left. */
function ofLeftPage(period: Period): Period {
  const properties = period.node.properties.map((filter) =>
    filter["type"] === "event" && filter["key"] === "$pathname"
      ? { ...filter, key: "$prev_pageview_pathname" }
      : filter,
  );
  return { ...period, node: { ...period.node, properties } };
}

function toFigure(cell: unknown): number | null {
  return typeof cell === "number" ? cell : null;
}

function pageOptions({ project, node }: Period): PageOptions {
  return {
    hasHost: node.includeHost === true,
    cleaning: node.doPathCleaning === true ? parse(PathCleanings, project.path_cleaning_filters) : [],
  };
}

async function rowsOf(
  ctx: QueryAsks,
  { project, node, range, keyId }: Period,
  { text, values, events }: { text: string; values: Record<string, Constant>; events: SqlCondition },
): Promise<unknown[][]> {
  const filters = webFilters(ctx, project, node, { range, events });
  const parts = { filters, values, sessionRange: sessionRange(range) };
  const { result } = await runStatement(ctx, project, text, parts, keyId).catch(withoutAttr);
  return result.results;
}
