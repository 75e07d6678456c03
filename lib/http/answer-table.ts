import { invalid } from "../base/errors.ts";
import { flatten } from "./csv.ts";

// The forms of PostHog's own exports (posthog/tasks/exports/csv_exporter.py): a line for each series, step, cohort or path.

/** A table whose columns have an order. */
export interface AnswerTable {
  columns: readonly string[];
  rows: readonly (readonly unknown[])[];
  /** Are there rows beyond the limit of the question? Absent = the question has no limit. */
  hasMore?: boolean;
}

type Item = Readonly<Record<string, unknown>>;

/**
 * The answer of a question, in either dialect, as a table. Numbers over time: a line for each series with a column for each label.
 * Funnels: a line for each step. Retention: a line for each cohort. Other answers: their rows.
 * @throws invalid when there is no answer yet
 */
export function toAnswerTable(answer: object): AnswerTable {
  const { columns, results, result, hasMore } = answer as Record<string, unknown>;
  const found = results ?? result;
  if (found === null || found === undefined) {
    throw invalid("refresh", "A table needs an answer, and there is none yet. Expected refresh=blocking.");
  }
  if (Array.isArray(columns) && isListOfLists(found)) {
    return { columns: columns as string[], rows: found, ...(typeof hasMore === "boolean" && { hasMore }) };
  }
  if (!Array.isArray(found)) return toPartsTable(found as Item);
  const items = found.flat() as Item[];
  const [first] = items;
  if (Array.isArray(first?.["data"])) return toSeriesTable(items);
  if (Array.isArray(first?.["values"]) && "label" in first) return toCohortTable(items);
  if (first !== undefined && Object.hasOwn(first, "action_id")) return toStepTable(items);
  return toRowTable(items);
}

function isListOfLists(value: unknown): value is unknown[][] {
  return Array.isArray(value) && value.every((row) => Array.isArray(row));
}

/** Times to convert are bins; a correlation is a list within its answer. */
function toPartsTable(answer: Item): AnswerTable {
  const { bins, events } = answer;
  if (isListOfLists(bins)) return { columns: ["bin", "value"], rows: bins };
  return toRowTable(Array.isArray(events) ? (events as Item[]) : [answer]);
}

function toSeriesTable(items: readonly Item[]): AnswerTable {
  const current = items.find((item) => item["compare_label"] === "current");
  const longest = items.reduce((most, item) =>
    listOf(item, "data").length > listOf(most, "data").length ? item : most,
  );
  const labels = listOf(longest, "data").map(
    (_, at) => (current && listOf(current, "labels")[at]) ?? listOf(longest, "labels")[at],
  );
  const isTotal = labels.length === 0;
  const marks: [name: string, read: (item: Item, at: number) => unknown][] = [
    ["series", (item, at) => [item["label"] ?? `Series #${at + 1}`, item["compare_label"]].filter(Boolean).join(" - ")],
    ["custom name", (item) => (item["action"] as Item | null | undefined)?.["custom_name"]],
    ["breakdown", (item) => toBreakdown(item)],
  ];
  const shown = marks.filter(([name, read]) => name === "series" || items.some((item, at) => read(item, at) != null));
  const numbers = (item: Item) => {
    const data = listOf(item, "data") as number[];
    return isTotal
      ? [item["aggregated_value"] ?? item["count"]]
      : [...labels.map((_, at) => data[at]), data.reduce((sum, value) => sum + value, 0)];
  };
  return {
    columns: [...shown.map(([name]) => name), ...(isTotal ? ["total count"] : [...labels.map(String), "total"])],
    rows: items.map((item, at) => [...shown.map(([, read]) => read(item, at)), ...numbers(item)]),
  };
}

/** A line for each step, breakdown value by breakdown value. */
function toStepTable(items: readonly Item[]): AnswerTable {
  const columns = ["name", "breakdown_value", "action_id", "count"];
  const times = ["median_conversion_time", "average_conversion_time"];
  return {
    columns: [...columns, ...times.map((name) => `${name} (seconds)`)],
    rows: items.map((item) => [
      item["custom_name"] ?? item["name"] ?? item["action_id"],
      toBreakdown(item),
      item["action_id"],
      item["count"],
      ...times.map((name) => item[name]),
    ]),
  };
}

function toCohortTable(items: readonly Item[]): AnswerTable {
  const valuesOf = (item: Item) => listOf(item, "values") as Item[];
  const longest = items.map(valuesOf).reduce((most, values) => (values.length > most.length ? values : most));
  const isBroken = items.some((item) => toBreakdown(item) !== undefined);
  return {
    columns: [
      ...(isBroken ? ["breakdown"] : []),
      "cohort",
      "cohort size",
      ...longest.map(({ label }, at) => String(label ?? `Period ${at}`)),
    ],
    rows: items.map((item) => {
      const counts = valuesOf(item).map(({ count }) => count);
      const rest = longest.slice(counts.length).map(() => undefined);
      return [...(isBroken ? [toBreakdown(item)] : []), item["date"] ?? item["label"], counts[0], ...counts, ...rest];
    }),
  };
}

/** Rows with their fields as columns, in the order in which the fields come first. */
function toRowTable(items: readonly unknown[]): AnswerTable {
  const rows = items.map((item) => flatten(item));
  const columns = [...new Set(rows.flatMap((row) => [...row.keys()]))];
  return { columns, rows: rows.map((row) => columns.map((name) => row.get(name))) };
}

/** Several values as PostHog joins them. */
function toBreakdown({ breakdown_value: value }: Item): string | undefined {
  if (value === null || value === undefined) return undefined;
  return Array.isArray(value) ? value.join("::") : String(value);
}

function listOf(item: Item, name: string): unknown[] {
  const list = item[name];
  return Array.isArray(list) ? list : [];
}
