import type { Cell, QueryResult } from "../../../../../lib/index.ts";
import { pickColours } from "../../parts/chart-lines.ts";
import type { ChartForm, ChartLine } from "../../parts/chart-lines.ts";
import { shorten } from "../../parts/shorten.ts";
import { toShortDate } from "../../parts/short-date.ts";

/** The part of an answer that can be drawn. */
export type Answer = Pick<QueryResult, "results" | "types">;

/** The columns and the form of a chart, by the names of the columns. */
export interface ChartChoice {
  form: Exclude<ChartForm, "stack">;
  x: string;
  y: string[];
  /** Each value of this column is a line; null = none. */
  split: string | null;
}

export interface AnswerChart {
  /** The values along the axis as the answer has them, and their short labels. */
  titles: string[];
  labels: string[];
  /** The places of the values along the axis: times and numbers have their distances; undefined = side by side. */
  at: number[] | undefined;
  lines: (ChartLine & { links: [] })[];
  form: ChartForm;
}

/** Is it a type of numbers? */
export function isNumberType(type: string): boolean {
  return /^(?:Nullable\()?(?:U?Int|Float)\d+/.test(type);
}

/**
 * The chart that shows an answer best; null = it has no numbers beside another column. Along the axis stands the first column of times, else the
 * first column; numbers are lines over times and numbers, bars over texts; another column of texts parts them.
 */
export function firstChoice({ results, types }: Answer): ChartChoice | null {
  const columns = types.map(([name, type], index) => ({
    name,
    isNumber: isNumberType(type),
    kind: toKind(results, index, type),
  }));
  const x = columns.find(({ kind }) => kind === "time") ?? columns[0];
  const y = columns.filter((column) => column !== x && column.isNumber);
  if (x === undefined || y.length === 0 || results.length === 0) return null;
  const split = columns.find((column) => column !== x && !column.isNumber && column.kind === "text");
  return {
    form: x.kind === "text" ? "bars" : "line",
    x: x.name,
    y: y.map(({ name }) => name),
    split: split?.name ?? null,
  };
}

/**
 * The lines of an answer, the largest first. Values of one place and line are added; a place without a value has a gap. Times and numbers
 * are sorted, texts keep the order of the answer.
 */
export function toChart({ results, types }: Answer, { form, x, y, split }: ChartChoice): AnswerChart {
  const indexOf = (column: string) => types.findIndex(([name]) => name === column);
  const along = indexOf(x);
  const kind = toKind(results, along, types[along]?.[1] ?? "");
  const places = [...new Set(results.map((row) => row[along] ?? null))];
  if (kind !== "text") places.sort((a, b) => toX(a, kind) - toX(b, kind));
  const placeOf = new Map(places.map((value, place) => [value, place]));
  const data = new Map<string, number[]>();
  for (const row of results) {
    const place = placeOf.get(row[along] ?? null) ?? 0;
    for (const column of y) {
      const value = row[indexOf(column)];
      const part = split === null ? column : String(row[indexOf(split)] ?? "none");
      const name = split !== null && y.length > 1 ? `${part} · ${column}` : part;
      const line = data.get(name) ?? places.map(() => NaN);
      data.set(name, line);
      // Integers beyond a number's range are texts.
      if (value !== null && value !== undefined) line[place] = (line[place] || 0) + Number(value);
    }
  }
  const lines = [...data].map(([name, values]) => ({ name, data: values, total: total(values) }));
  if (split !== null) lines.sort((a, b) => b.total - a.total);
  const colours = pickColours(lines.map(({ name }) => name));
  return {
    titles: places.map((value) => String(value ?? "none")),
    labels: places.map((value) => toLabel(value, kind)),
    at: kind === "text" || form === "bars" ? undefined : places.map((value) => toX(value, kind)),
    lines: lines.map((line, index) => ({
      name: line.name,
      data: line.data,
      colour: colours[index] ?? index,
      links: [],
    })),
    form: form === "bars" && split !== null ? "stack" : form,
  };
}

function total(line: readonly number[]): number {
  return line.reduce((sum, value) => sum + (value || 0), 0);
}

type Kind = "time" | "number" | "text";

// Dates and instants, as answers and SQLite's functions write them. The axis shows their own digits, whatever the offset.
const TIME = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)?)?$/;

function toKind(rows: readonly Cell[][], index: number, type: string): Kind {
  const values = rows.map((row) => row[index]);
  if (isNumberType(type)) return values.every((value) => typeof value === "number") ? "number" : "text";
  return values.every((value) => typeof value === "string" && TIME.test(value)) ? "time" : "text";
}

function toX(value: Cell, kind: Kind): number {
  return kind === "number" ? Number(value) : toSeconds(String(value));
}

function toSeconds(text: string): number {
  const [date = "", time = "00:00"] = text.replace(/(?<=:\d\d.*)(?:Z|[+-]\d\d:\d\d)$/, "").split(/[T ]/);
  return Date.parse(`${date}T${time}Z`) / 1000;
}

/** Letters of a label below an axis; the rest is cut off. */
const LONGEST_LABEL = 22;

/** A day for midnight, a time of day for any other time. */
function toLabel(value: Cell, kind: Kind): string {
  const text = String(value ?? "none");
  if (kind === "time") return /[T ](?!00:00)/.test(text) ? text.slice(11, 16) : toShortDate(text.slice(0, 10));
  return shorten(text, LONGEST_LABEL);
}
