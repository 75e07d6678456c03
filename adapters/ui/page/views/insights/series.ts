import type { FunnelTrendResult, LifecycleResult, TrendResult } from "../../../../../lib/index.ts";
import type { ChartForm, ChartLine } from "../../parts/chart-lines.ts";
import { entitiesOf } from "./question.ts";
import type { QuestionDraft } from "./question.ts";

/** A line with links to the persons behind its points; undefined = none. */
export interface SeriesLine extends ChartLine {
  links: readonly (string | undefined)[];
}

/** The data of a chart over places, and of the table behind it. */
export interface Series {
  form: ChartForm;
  /** Days or hours as the API writes them, or words. */
  labels: string[];
  lines: SeriesLine[];
  /** Has the sum over lines and periods a meaning? That of persons has none: they may be in several. */
  hasTotal: boolean;
}

/** Displays of a trend as bars; others over time are lines. */
const BARS = new Set(["ActionsBar", "ActionsStackedBar", "ActionsUnstackedBar"]);

/** Displays with a single value for the whole range (reference/insights.md 7.3). */
const VALUES = new Set(["ActionsTable", "ActionsPie", "ActionsBarValue", "WorldMap", "BoldNumber"]);

/** Ways to count whose numbers may be added. */
const SUMS = new Set(["total", "sum"]);

/** Does a trend show a single value for the whole range instead of time? */
export function showsValues({ display = "" }: QuestionDraft): boolean {
  return VALUES.has(display);
}

/** The lines of a trend. The previous period has the colour of the current one. */
export function trendSeries(question: QuestionDraft, result: TrendResult["result"]): Series {
  const { display = "", compare, formula } = question;
  return {
    form: compare ? "line" : toForm(display, result.length),
    labels: (result[0]?.days ?? []).map(describeDay),
    lines: toLines(compare, result),
    hasTotal:
      !formula && !display.endsWith("Cumulative") && entitiesOf(question).every(({ math = "total" }) => SUMS.has(math)),
  };
}

function toForm(display: string, count: number): ChartForm {
  if (display === "ActionsAreaGraph") return "area";
  if (!BARS.has(display)) return "line";
  return count > 1 && display !== "ActionsUnstackedBar" ? "stack" : "bars";
}

/** Lines of one name share a colour, in both periods. */
function pairUp(lines: readonly Line[]) {
  const keys = lines.map(({ label, action }) => `${action?.order ?? ""} ${label}`);
  const known = [...new Set(keys)];
  return lines.map((line, index) => ({ line, colour: known.indexOf(keys[index] ?? "") }));
}

/** A line of numbers, with its labels. */
interface Line {
  label: string;
  action?: { order: number };
  data: number[];
  labels: string[];
  compare_label?: "current" | "previous";
  persons_urls?: readonly { url: string }[];
}

/** Lines over their labels; a single line as bars. */
export function lineSeries({ compare }: QuestionDraft, result: readonly Line[]): Series {
  return {
    form: result.length > 1 ? "line" : "bars",
    labels: result[0]?.labels ?? [],
    lines: toLines(compare, result),
    hasTotal: false,
  };
}

function toLines(compare: boolean | undefined, result: readonly Line[]): SeriesLine[] {
  const pairs = compare ? pairUp(result) : result.map((line, colour) => ({ line, colour }));
  return pairs.map(({ line, colour }) => ({
    name: line.compare_label === undefined ? line.label : `${line.label} (${line.compare_label})`,
    data: line.data,
    colour,
    isDashed: line.compare_label === "previous",
    links: line.persons_urls?.map(({ url }) => url) ?? [],
  }));
}

/** Dormant last, below zero, and grey: red is for danger. */
const LIFECYCLE_COLOURS: Record<string, number> = { new: 0, returning: 2, resurrecting: 4, dormant: 7 };

/** Persons by status, stacked. */
export function lifecycleSeries(result: LifecycleResult["result"]): Series {
  return {
    form: "stack",
    labels: (result[0]?.days ?? []).map(describeDay),
    lines: result.map(({ status, data, persons_urls: urls }, index) => ({
      name: status,
      data,
      colour: LIFECYCLE_COLOURS[status] ?? index,
      links: urls.map(({ url }) => url),
    })),
    hasTotal: false,
  };
}

/** The conversion rate over time, in per cent. */
export function funnelTrendSeries(result: readonly FunnelTrendResult[]): Series {
  return {
    form: "line",
    labels: (result[0]?.days ?? []).map(describeDay),
    lines: result.map(({ data, breakdown_value: value, converted_people_urls: links }, colour) => ({
      name: value === undefined ? "conversion" : describeBreakdown(value),
      data,
      colour,
      links,
    })),
    hasTotal: false,
  };
}

/** A day unchanged; an hour without its seconds, which are always zero. */
function describeDay(day: string): string {
  return day.slice(0, 16);
}

/** A breakdown's value as text; "none" for a missing value. */
export function describeBreakdown(value: unknown): string {
  return [value]
    .flat()
    .map((each) => (each === "" || each === null || each === undefined ? "none" : String(each)))
    .join(" · ");
}
