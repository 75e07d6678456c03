import type { Cell, Column } from "../../draw/table.ts";
import type { Tone } from "../../draw/paint.ts";
import { counted, toCount, toPeriod, toShare } from "../../draw/words.ts";
import type { Asked, Part, Sheet } from "../sheet.ts";

interface Line {
  label: string;
  count: number;
  data: number[] | null;
  days: string[];
  aggregated_value?: number;
  breakdown_value?: unknown;
  compare_label?: string;
  action: { name: string; math?: string; math_property?: string | null } | null;
}

/** Most points that rows show well; more points become a chart. */
const MOST_ROWS = 31;

const TONES: readonly Tone[] = ["main", "second", "third", "fourth", "good"];

/** Trends: for one series a bar for each period, for several a line of each; values of the whole range as bars. */
export function trendsSheet({ node, answer, wholes }: Asked): Sheet {
  const lines = answer.results as Line[];
  const interval = String(node["interval"] ?? "day");
  const isValues = lines.some(({ aggregated_value: value }) => value !== undefined);
  const records = lines.flatMap((line) => toRecords(line));
  const parts = isValues
    ? [valuesPart(lines)]
    : lines.length === 1
      ? onePart(lines[0], interval)
      : [linesPart(lines, interval)];
  return { total: toTotal(lines, wholes, isValues), parts, records };
}

function toRecords(line: Line): Record<string, unknown>[] {
  const { label, data, days, aggregated_value: value, breakdown_value: part, compare_label: period } = line;
  const own = {
    series: line.action?.name ?? label,
    ...(part !== undefined && { breakdown: part }),
    ...(period !== undefined && { compare: period }),
  };
  if (value !== undefined) return [{ ...own, value }];
  return days.map((date, at) => Object.assign({}, own, { date, value: data?.[at] ?? 0 }));
}

/** Maths whose points add up to the value of the range. */
const ADDITIVE = new Set(["total", "sum", "first_time_for_user", "first_matching_event_for_user"]);

function toTotal(lines: readonly Line[], wholes: readonly number[] | undefined, isValues: boolean): string {
  const current = lines.filter(({ compare_label: period }) => period !== "previous");
  if (current.length === 0) return "Nothing was counted.";
  const names = [...new Set(current.map(({ action, label }) => action?.name ?? label))];
  const totals = names.map((name, at) => {
    const own = current.filter(({ action, label }) => (action?.name ?? label) === name);
    const sum = own.reduce((all, { count, aggregated_value: value }) => all + (isValues ? (value ?? 0) : count), 0);
    const action = own[0]?.action ?? null;
    return { name, says: saySum(action, wholes?.[at] ?? sum) };
  });
  const [only] = totals;
  if (totals.length === 1 && only !== undefined) return `Total ${only.says}${sayPrevious(lines, isValues)}`;
  return `Total ${totals.map(({ name, says }) => `${name} ${says}`).join(" · ")}`;
}

function saySum(action: Line["action"], value: number): string {
  const math = action?.math ?? "total";
  if (action === null) return toCount(value);
  if (math === "total") return counted(value, "event");
  if (math === "dau" || math.endsWith("_active") || math.startsWith("first_")) return counted(value, "person");
  if (math === "unique_session") return counted(value, "session");
  if (math === "unique_group") return counted(value, "group");
  const of = action.math_property ?? "";
  return `${toCount(value)} (${math.replaceAll("_", " ")}${of === "" ? "" : ` of ${of}`})`;
}

function sayPrevious(lines: readonly Line[], isValues: boolean): string {
  const sumOf = (label: string) =>
    lines
      .filter(({ compare_label: period }) => period === label)
      .reduce((sum, { count, aggregated_value: value }) => sum + (isValues ? (value ?? 0) : count), 0);
  if (!lines.some(({ compare_label: period }) => period === "previous")) return "";
  if (!ADDITIVE.has(lines[0]?.action?.math ?? "")) return "";
  return `, ${sayChange(sumOf("current"), sumOf("previous"))}`;
}

function sayChange(now: number, before: number): string {
  if (before === 0) return "0 in the period before";
  const change = (now - before) / before;
  return `${toCount(before)} in the period before: ${change < 0 ? "−" : "+"}${toShare(Math.abs(change))}`;
}

/** One series: a row for each period, or a chart of many. */
function onePart(line: Line | undefined, interval: string): Part[] {
  const { data, days = [] } = line ?? { data: [], days: [] };
  const values = data ?? [];
  if (values.length > MOST_ROWS) {
    const [from, to] = [days[0] ?? "", days.at(-1) ?? ""].map((day) => toPeriod(day, interval));
    return [{ chart: { values, from: from ?? "", to: to ?? "" }, table: { columns: [], rows: [] } }];
  }
  const most = Math.max(0, ...values);
  const rows = days.map((day, at): Cell[] => {
    const value = values[at] ?? 0;
    return [{ text: toPeriod(day, interval), tone: "faint" }, toCount(value), { bar: most === 0 ? 0 : value / most }];
  });
  return [{ table: { columns: [{ name: "" }, { name: "", isNumber: true, mustStay: true }, { name: "" }], rows } }];
}

/** Several series: a row for each, with a line over time. */
function linesPart(lines: readonly Line[], interval: string): Part {
  const days = lines.find(({ days: own }) => own.length > 0)?.days ?? [];
  const span =
    days.length === 0 ? "" : `${toPeriod(days[0] ?? "", interval)} → ${toPeriod(days.at(-1) ?? "", interval)}`;
  const isCompared = lines.some(({ compare_label: label }) => label !== undefined);
  const isSummed = lines.every(({ action }) => action === null || ADDITIVE.has(action.math ?? "total"));
  const columns: Column[] = [
    { name: "series" },
    ...(isCompared ? [{ name: "period" }] : []),
    ...(isSummed ? [{ name: "total", isNumber: true, mustStay: true }] : []),
    { name: span, mustStay: true },
    { name: "last", isNumber: true },
    { name: "highest", isNumber: true },
  ];
  const rows = lines.map((line, at): Cell[] => {
    const values = line.data ?? [];
    const tone = line.compare_label === "previous" ? "faint" : TONES[at % TONES.length];
    return [
      toLabel(line),
      ...(isCompared ? [line.compare_label ?? ""] : []),
      ...(isSummed ? [toCount(line.count)] : []),
      { line: values, ...(tone !== undefined && { tone }) },
      toCount(values.at(-1) ?? 0),
      toCount(Math.max(0, ...values)),
    ];
  });
  return { table: { columns, rows } };
}

/** Values of the whole range. */
function valuesPart(lines: readonly Line[]): Part {
  const most = Math.max(0, ...lines.map(({ aggregated_value: value = 0 }) => value));
  const rows = lines.map((line): Cell[] => {
    const value = line.aggregated_value ?? 0;
    const period = line.compare_label === undefined ? [] : [line.compare_label];
    return [toLabel(line), ...period, toCount(value), { bar: most === 0 ? 0 : value / most }];
  });
  const isCompared = lines.some(({ compare_label: label }) => label !== undefined);
  const columns: Column[] = [
    { name: "series" },
    ...(isCompared ? [{ name: "period" }] : []),
    { name: "value", isNumber: true, mustStay: true },
    { name: "" },
  ];
  return { table: { columns, rows } };
}

const OTHERS: Record<string, string> = {
  $$_posthog_breakdown_other_$$: "(all others)",
  $$_posthog_breakdown_null_$$: "(none)",
};

/** The values that stand for no value, and for all others, in words. */
export function toLabel({ label }: Pick<Line, "label">): string {
  return Object.entries(OTHERS).reduce((text, [mark, words]) => text.replace(mark, words), label);
}
