import type { Cell, QueryResult } from "../../../../../lib/index.ts";

/** The part of an answer that can be drawn. */
export interface Chart {
  /** `time` = `x` are seconds since 1970; `category` = `x` counts from 0 and `labels` has the names. */
  kind: "time" | "number" | "category";
  x: number[];
  /** The first column's values as texts, one for each place on the x axis. */
  labels: string[];
  series: { name: string; values: (number | null)[] }[];
}

/** Is it a type of numbers? */
export function isNumberType(type: string): boolean {
  return /^(?:Nullable\()?(?:U?Int|Float)\d+/.test(type);
}

/**
 * The first column against the number columns after it; null without number columns. Times and numbers are sorted,
 * other values keep the order of the answer.
 */
export function toChart({ results, types }: Pick<QueryResult, "results" | "types">): Chart | null {
  const numbers = types.flatMap(([name, type], index) => (index > 0 && isNumberType(type) ? [{ name, index }] : []));
  const first = types[0];
  if (numbers.length === 0 || first === undefined || results.length === 0) return null;
  const kind = toKind(results, first[1]);
  const rows = results.map((row, place) => ({ row, x: toX(row[0] ?? null, place, kind) }));
  if (kind !== "category") rows.sort((a, b) => a.x - b.x);
  return {
    kind,
    x: rows.map(({ x }) => x),
    labels: rows.map(({ row }) => String(row[0] ?? "none")),
    series: numbers.map(({ name, index }) => ({ name, values: rows.map(({ row }) => toNumber(row[index])) })),
  };
}

// Dates and instants, as answers and SQLite's functions write them. The axis shows their own digits, whatever the offset.
const TIME = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)?)?$/;

function toKind(rows: readonly Cell[][], type: string): Chart["kind"] {
  const values = rows.map(([value]) => value);
  if (isNumberType(type)) return values.every((value) => typeof value === "number") ? "number" : "category";
  return values.every((value) => typeof value === "string" && TIME.test(value)) ? "time" : "category";
}

function toX(value: Cell, place: number, kind: Chart["kind"]): number {
  if (kind === "category") return place;
  return kind === "number" ? Number(value) : toSeconds(String(value));
}

function toSeconds(text: string): number {
  const [date = "", time = "00:00"] = text.replace(/(?<=:\d\d.*)(?:Z|[+-]\d\d:\d\d)$/, "").split(/[T ]/);
  return Date.parse(`${date}T${time}Z`) / 1000;
}

/** Integers beyond a number's range are texts. */
function toNumber(value: Cell | undefined): number | null {
  return value === null || value === undefined ? null : Number(value);
}
