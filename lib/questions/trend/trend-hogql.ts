import { printEventsSelect } from "../../hogql/index.ts";
import type { Counting } from "../../port/counting.ts";
import type { DateRange } from "../../port/range.ts";
import { BUCKETS, eventsToHogQL, instantToHogQL, MOST_ROWS, numberToHogQL, sourceToHogQL } from "../shared/to-hogql.ts";
import type { Bucket } from "../shared/to-hogql.ts";
import { isTimeSeries } from "./node.ts";
import type { TrendQuery } from "./node.ts";
import type { TrendPlan, TrendSeriesPlan } from "./plan.ts";

/** Displays that show other numbers than these. */
const OTHERWISE: ReadonlySet<string> = new Set([
  "ActionsLineGraphCumulative",
  "BoxPlot",
  "CalendarHeatmap",
  "TwoDimensionalHeatmap",
]);

interface Said {
  sql: string;
  /** Names of the columns that tell its rows apart; the other is `total`. */
  keys: string[];
  /** Has it a row for each bucket? */
  isFilled: boolean;
  /** Most rows of the statement. */
  most: number;
}

/**
 * A row for each bucket, with 0 where there is nothing, or for each value of a breakdown and each bucket with events;
 * several series and formulas are numbered. Null = no single statement of HogQL has these numbers.
 */
export function trendToHogQL(query: TrendQuery, plan: TrendPlan): string | null {
  const { smoothing, display, dates } = query;
  // An action that does not exist has no series in the plan.
  const isWhole = plan.series.length === query.entities.length && plan.series.length > 0;
  if (!isWhole || smoothing !== 1 || dates.isExplicit || OTHERWISE.has(display)) return null;
  const bucket = isTimeSeries(display) ? BUCKETS[dates.interval] : null;
  if (bucket === undefined) return null;
  const series = plan.series.map((one) => seriesToHogQL(one, plan, bucket));
  const said = series.filter((one) => one !== null);
  const [first] = said;
  const most = said.reduce((sum, one) => sum + one.most, 0);
  if (first === undefined || said.length < series.length || most > MOST_ROWS) return null;
  if (query.formulas.length > 0) return formulasToHogQL(query, said);
  if (said.length === 1) return first.sql;
  const columns = ["series", ...first.keys];
  return `SELECT ${columns.join(", ")}, total FROM (\n${joined(said)}\n)\nORDER BY ${columns.join(", ")}\nLIMIT ${most}`;
}

/** Joins the rows of series, with each series' number, from 1. */
function joined(said: readonly Said[]): string {
  return said
    .map(
      ({ sql, keys }, place) => `SELECT ${[`${place + 1} AS series`, ...keys, "total"].join(", ")} FROM (\n${sql}\n)`,
    )
    .join("\nUNION ALL\n");
}

function formulasToHogQL({ formulas }: Pick<TrendQuery, "formulas">, said: readonly Said[]): string | null {
  const zeros = said.map(() => 0);
  const letters = said.map((_, place) => `sumIf(total, series = ${place + 1})`);
  const totals = formulas.map(({ formula }, place) => {
    const printed = formula.print(letters);
    if (printed === null) return null;
    const value = `ifNotFinite(toFloat(${printed}), 0)`;
    return `${value} AS ${formulas.length === 1 ? "total" : `total_${place + 1}`}`;
  });
  // A value without events has no row, so the formula must be 0 there.
  const isZeroBeside = formulas.every(({ formula }) => formula.evaluate(zeros) === 0);
  const isSaid = said.every(({ isFilled }) => isFilled) || isZeroBeside;
  if (!isSaid || totals.some((text) => text === null || text.includes("Infinity"))) return null;
  const keys = said[0]?.keys ?? [];
  const most = said.reduce((sum, one) => sum + one.most, 0);
  const from = `SELECT ${[...keys, ...totals].join(", ")}\nFROM (\n${joined(said)}\n)`;
  return keys.length === 0 ? from : `${from}\nGROUP BY ${keys.join(", ")}\nORDER BY ${keys.join(", ")}\nLIMIT ${most}`;
}

function seriesToHogQL(series: TrendSeriesPlan, plan: TrendPlan, bucket: Bucket | null): Said | null {
  const total = totalOf(series.counting);
  const where = eventsToHogQL(plan.range, series.select);
  const value = valueOf(series, plan.range);
  const most = plan.edgesMs.length * (series.breakdown?.by === "values" ? series.breakdown.limit : 1);
  if (total === null || where === null || value === null) return null;
  const columns = [
    ...(value === "" ? [] : [`${value} AS value`]),
    ...(bucket === null ? [] : [`${bucket.start}(timestamp) AS ${bucket.name}`]),
    `${total} AS total`,
  ];
  const keys = [...(value === "" ? [] : ["value"]), ...(bucket === null ? [] : [bucket.name])];
  const { fromMs, untilMs } = plan.range;
  const [from, until] = [instantToHogQL(fromMs), instantToHogQL(untilMs)];
  const fill =
    bucket !== null && value === ""
      ? ` WITH FILL FROM ${bucket.start}(${from}) TO ${bucket.bound}(${until}) STEP INTERVAL 1 ${bucket.name.toUpperCase()}`
      : "";
  return { sql: printEventsSelect({ columns, where, keys, fill, limit: most }), keys, isFilled: value === "", most };
}

/** The text that a series is broken down by; empty = no breakdown, null = HogQL does not have it. */
function valueOf({ breakdown, valueRange }: TrendSeriesPlan, range: DateRange): string | null {
  if (breakdown === null) return "";
  // Values from before the range, in its first bucket, have no line.
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
