import { toIso } from "../../base/clock.ts";
import { printEventsSelect, quoteText } from "../../hogql/index.ts";
import type { Counting } from "../../port/counting.ts";
import type { DateRange } from "../../port/range.ts";
import type { Interval } from "../shared/calendar.ts";
import { numberToHogQL, selectionToHogQL, sourceToHogQL } from "../shared/to-hogql.ts";
import { isTimeSeries } from "./node.ts";
import type { TrendQuery } from "./node.ts";
import type { TrendPlan, TrendSeriesPlan } from "./plan.ts";

/** Buckets as HogQL cuts them, in the project's time zone and by its first day of the week. */
const BUCKETS: Partial<Record<Interval, { name: string; start: string; bound: string }>> = {
  hour: { name: "hour", start: "toStartOfHour", bound: "toDateTime" },
  day: { name: "day", start: "toStartOfDay", bound: "toDateTime" },
  week: { name: "week", start: "toStartOfWeek", bound: "toDate" },
  month: { name: "month", start: "toStartOfMonth", bound: "toDate" },
};

/** Displays whose numbers are made of others. */
const OTHERWISE: ReadonlySet<string> = new Set([
  "ActionsLineGraphCumulative",
  "BoxPlot",
  "CalendarHeatmap",
  "TwoDimensionalHeatmap",
]);

/** A result of SQL has no more. */
const MOST_ROWS = 50_000;

/**
 * The statement of HogQL that has the numbers of a trend: a row for each bucket, with 0 where nothing is, or for each value of a breakdown and
 * bucket where something is; null = no single statement says it.
 */
export function trendToHogQL(query: TrendQuery, plan: TrendPlan): string | null {
  const [series, ...more] = plan.series;
  const { formulas, smoothing, display, dates } = query;
  const isPlain = formulas.length === 0 && smoothing === 1 && !dates.isExplicit && !OTHERWISE.has(display);
  if (series === undefined || more.length > 0 || !isPlain) return null;
  const total = totalOf(series.counting);
  const conditions = selectionToHogQL(series.select);
  const value = valueOf(series, plan.range);
  const bucket = isTimeSeries(display) ? BUCKETS[dates.interval] : null;
  const most = plan.edgesMs.length * (series.breakdown?.by === "values" ? series.breakdown.limit : 1);
  if (total === null || conditions === null || value === null || bucket === undefined || most > MOST_ROWS) return null;
  const columns = [
    ...(value === "" ? [] : [`${value} AS value`]),
    ...(bucket === null ? [] : [`${bucket.start}(timestamp) AS ${bucket.name}`]),
    `${total} AS total`,
  ];
  const keys = [...(value === "" ? [] : ["value"]), ...(bucket === null ? [] : [bucket.name])];
  const { fromMs, untilMs } = plan.range;
  const where = [`timestamp >= ${instant(fromMs)}`, `timestamp < ${instant(untilMs)}`, ...conditions];
  const fill =
    bucket !== null && value === ""
      ? ` WITH FILL FROM ${bucket.start}(${edge(fromMs)}) TO ${bucket.bound}(${instant(untilMs)}) STEP INTERVAL 1 ${bucket.name.toUpperCase()}`
      : "";
  return printEventsSelect({ columns, where, keys, fill, limit: most });
}

const instant = (ms: number) => quoteText(toIso(ms));

const edge = (ms: number) => `toDateTime(${instant(ms)})`;

/** The text that a series is broken down by; empty = it is not, null = HogQL does not say it. */
function valueOf({ breakdown, valueRange }: TrendSeriesPlan, range: DateRange): string | null {
  if (breakdown === null) return "";
  // Values of the first bucket's beginning alone have no line.
  if (valueRange.fromMs > range.fromMs) return null;
  if (breakdown.by !== "values" || breakdown.offset > 0) return null;
  const [source, ...more] = breakdown.sources;
  return source === undefined || more.length > 0 ? null : sourceToHogQL(source);
}

function totalOf(counting: Counting): string | null {
  switch (counting.by) {
    case "events":
      return "count()";
    case "actors":
      return "count(DISTINCT person_id)";
    case "expression":
      return `ifNull(ifNotFinite(toFloat(${counting.total.key}\n), 0), 0)`;
    case "numbers": {
      const { name } = counting.aggregate;
      return name === "quantile" ? null : `ifNull(${name}(${numberToHogQL(counting.key)}), 0)`;
    }
    default:
      return null;
  }
}
