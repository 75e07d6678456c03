import type { FunnelTrendResult, LifecycleResult, TrendResult } from "../../../../../lib/index.ts";
import { OTHER, pickColours } from "../../parts/chart-lines.ts";
import type { ChartForm, ChartLine, ColourBook } from "../../parts/chart-lines.ts";
import { entitiesOf } from "./question.ts";
import type { QuestionDraft } from "./question.ts";

/** A line with links to the persons behind its points; undefined = none. */
export interface SeriesLine extends ChartLine {
  links: readonly (string | undefined)[];
  /** The beginning of its persons' title, where its name is shorter. @default the name */
  title?: string;
  /** The places in the period before, for a line of that period. */
  days?: readonly string[] | undefined;
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

/** The lines of a trend: those of a breakdown by their totals, the largest first. The period before has the colour of the current one. */
export function trendSeries(question: QuestionDraft, result: TrendResult["result"], book?: ColourBook): Series {
  const { display = "", compare, formula } = question;
  return {
    form: compare ? "line" : toForm(display, result.length),
    labels: (result[0]?.days ?? []).map(describeDay),
    lines: toLines(question, result, book),
    hasTotal:
      !formula && !display.endsWith("Cumulative") && entitiesOf(question).every(({ math = "total" }) => SUMS.has(math)),
  };
}

function toForm(display: string, count: number): ChartForm {
  if (display === "ActionsAreaGraph") return "area";
  if (!BARS.has(display)) return "line";
  return count > 1 && display !== "ActionsUnstackedBar" ? "stack" : "bars";
}

/** A line of numbers, with its labels. */
interface Line {
  label: string;
  action?: { order: number; name?: string | null };
  breakdown_value?: unknown;
  data: number[];
  labels: string[];
  days?: readonly unknown[];
  compare_label?: "current" | "previous";
  persons_urls?: readonly { url: string }[];
}

/** Lines over their labels; a single line as bars. */
export function lineSeries(question: QuestionDraft, result: readonly Line[], book?: ColourBook): Series {
  return {
    form: result.length > 1 ? "line" : "bars",
    labels: result[0]?.labels ?? [],
    lines: toLines(question, result, book),
    hasTotal: false,
  };
}

/** The value of a breakdown for all values beyond its limit (`lib/questions/shared/line-label.ts`). */
const REST = "$$_posthog_breakdown_other_$$";

function toLines(question: QuestionDraft, result: readonly Line[], book?: ColourBook): SeriesLine[] {
  const isBroken = result.some(({ breakdown_value: value }) => value !== undefined);
  const keyOf = ({ label, action }: Line) => `${action?.order ?? ""} ${label}`;
  const current = result.filter(({ compare_label: period }) => period !== "previous");
  const rank = (line: Line) => (isRest(line) ? -Infinity : sum(line.data));
  const order = (isBroken ? current.toSorted((a, b) => rank(b) - rank(a)) : current).map(keyOf);
  const lineNameOf = (line: Line) => toLineName(question, line);
  const colours = pickColours(
    order.map((key) => lineNameOf(result.find((line) => keyOf(line) === key) as Line)),
    book,
  );
  return result
    .map((line) => ({ line, place: order.indexOf(keyOf(line)), isPrevious: line.compare_label === "previous" }))
    .toSorted((a, b) => Number(a.isPrevious) - Number(b.isPrevious) || a.place - b.place)
    .map(({ line, place, isPrevious }) => ({
      name: isPrevious ? `${lineNameOf(line)} (previous)` : lineNameOf(line),
      title: line.label,
      data: line.data,
      colour: isRest(line) ? OTHER : (colours[place] ?? place),
      isPrevious,
      links: line.persons_urls?.map(({ url }) => url) ?? [],
      days: isPrevious ? line.days?.map((day) => describeDay(String(day))) : undefined,
    }));
}

type Labelled = Pick<Line, "label" | "action" | "breakdown_value">;

/** The value alone where each line begins with the name of the only event: "club" for "order paid - club". */
export function toLineName(question: QuestionDraft, line: Labelled): string {
  const { label, action, breakdown_value: value } = line;
  if (isRest(line)) return "Other";
  const prefix = `${action?.name ?? ""} - `;
  const isOnly = value !== undefined && entitiesOf(question).length === 1;
  return isOnly && label.startsWith(prefix) ? describeBreakdown(label.slice(prefix.length)) : label;
}

function isRest({ breakdown_value: value }: Pick<Line, "breakdown_value">): boolean {
  return [value].flat().includes(REST);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** Dormant last, below zero, and grey: red is for danger. */
const LIFECYCLE_COLOURS: Record<string, number> = { new: 0, returning: 2, resurrecting: 4, dormant: OTHER };

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
export function funnelTrendSeries(result: readonly FunnelTrendResult[], book?: ColourBook): Series {
  const names = result.map(({ breakdown_value: value }) =>
    value === undefined ? "conversion" : describeBreakdown(value),
  );
  const colours = pickColours(names, book);
  return {
    form: "line",
    labels: (result[0]?.days ?? []).map(describeDay),
    lines: result.map(({ data, converted_people_urls: links }, index) => ({
      name: names[index] ?? "",
      data,
      colour: colours[index] ?? index,
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
