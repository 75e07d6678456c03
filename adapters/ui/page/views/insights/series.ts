import type { FunnelTrendResult, LifecycleResult, StickinessResult, TrendResult } from "../../../../../lib/index.ts";
import type { ChartForm, ChartLine } from "../../parts/chart-lines.ts";
import type { Question } from "./question.ts";

/** A line with the links to the persons behind its points; undefined = there are none. */
export interface SeriesLine extends ChartLine {
  links: readonly (string | undefined)[];
}

/** What a chart over places and the table behind it show. */
export interface Series {
  form: ChartForm;
  labels: string[];
  lines: SeriesLine[];
}

/** Displays of a trend that are drawn as bars; others that show time are lines. */
const BARS = new Set(["ActionsBar", "ActionsStackedBar", "ActionsUnstackedBar"]);

/** Displays that show one value of the whole range (reference/insights.md 7.3). */
const VALUES = new Set(["ActionsTable", "ActionsPie", "ActionsBarValue", "WorldMap", "BoldNumber"]);

/** Whether a trend shows one value of the whole range instead of time. */
export function showsValues({ display = "" }: Question): boolean {
  return VALUES.has(display);
}

/** The lines of a trend. The previous period has the colour of the current one. */
export function trendSeries({ display = "", compare }: Question, result: TrendResult["result"]): Series {
  const isStacked = BARS.has(display) && result.length > 1 && display !== "ActionsUnstackedBar" && !compare;
  const pairs = compare ? pairUp(result) : result.map((line, colour) => ({ line, colour }));
  return {
    form: isStacked ? "stack" : BARS.has(display) && !compare ? "bars" : "line",
    labels: compare ? (result[0]?.labels ?? []) : (result[0]?.days ?? []).map(tellDay),
    lines: pairs.map(({ line, colour }) => ({
      name: line.compare_label === undefined ? line.label : `${line.label} (${line.compare_label})`,
      data: line.data,
      colour,
      isDashed: line.compare_label === "previous",
      links: line.persons_urls?.map(({ url }) => url) ?? [],
    })),
  };
}

/** Lines of one name have one colour, whichever period they are of. */
function pairUp<Line extends { label: string; action?: { order: number } }>(lines: readonly Line[]) {
  const keys = lines.map(({ label, action }) => `${action?.order ?? ""} ${label}`);
  const known = [...new Set(keys)];
  return lines.map((line, index) => ({ line, colour: known.indexOf(keys[index] ?? "") }));
}

/** On how many days (or other intervals) persons came. */
export function stickinessSeries({ compare }: Question, result: StickinessResult["result"]): Series {
  const pairs = compare ? pairUp(result) : result.map((line, colour) => ({ line, colour }));
  return {
    form: result.length > 1 ? "line" : "bars",
    labels: result[0]?.labels ?? [],
    lines: pairs.map(({ line, colour }) => ({
      name: line.compare_label === undefined ? line.label : `${line.label} (${line.compare_label})`,
      data: line.data,
      colour,
      isDashed: line.compare_label === "previous",
      links: line.persons_urls.map(({ url }) => url),
    })),
  };
}

/** Dormant last, below zero. */
const LIFECYCLE_COLOURS: Record<string, number> = { new: 0, returning: 2, resurrecting: 4, dormant: 1 };

/** Persons by status, stacked. */
export function lifecycleSeries(result: LifecycleResult["result"]): Series {
  return {
    form: "stack",
    labels: (result[0]?.days ?? []).map(tellDay),
    lines: result.map(({ status, data, persons_urls: urls }, index) => ({
      name: status,
      data,
      colour: LIFECYCLE_COLOURS[status] ?? index,
      links: urls.map(({ url }) => url),
    })),
  };
}

/** The rate of conversion over time, in per cent. */
export function funnelTrendSeries(result: readonly FunnelTrendResult[]): Series {
  return {
    form: "line",
    labels: (result[0]?.days ?? []).map(tellDay),
    lines: result.map(({ data, breakdown_value: value, converted_people_urls: links }, colour) => ({
      name: value === undefined ? "conversion" : tellBreakdown(value),
      data,
      colour,
      links,
    })),
  };
}

/** A day as it is; an hour without its seconds, which are always none. */
function tellDay(day: string): string {
  return day.slice(0, 16);
}

/** A value of a breakdown as text; what has no value is "none". */
export function tellBreakdown(value: unknown): string {
  return [value]
    .flat()
    .map((each) => (each === "" || each === null || each === undefined ? "none" : String(each)))
    .join(" · ");
}
