import { didYouMean } from "../../lib/base/nearest.ts";
import { HogletError } from "../../lib/index.ts";
import type { Hoglet } from "../../lib/index.ts";
import type { Column, Row, Table } from "./tables.ts";

/**
 * The answer of a saved insight as rows of plain values: a line of a trend has a column for each day, a row of retention one for each period; other
 * answers keep their fields, lists and objects as JSON.
 * @param name its name, its id or its short id
 * @throws Error when no insight, or more than one, has this name
 */
export async function insightTable(hoglet: Hoglet, name: string): Promise<Table> {
  const { answer } = await findAnswer(hoglet, name);
  const result: unknown = answer["result"] ?? answer["results"] ?? answer;
  const rows = (Array.isArray(result) ? result.flat() : [result]).map((item) => toRow(item as Row));
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  return {
    columns: names.map((column) => ({ name: column, type: typeOf(rows.map((row) => row[column])) })),
    async *pages() {
      yield rows;
    },
  };
}

async function findAnswer(hoglet: Hoglet, name: string): Promise<{ answer: Row }> {
  const { results } = await hoglet.savedInsights.list({ search: name, limit: 100 });
  const exact = results.filter((insight) => [insight.name, insight.short_id, String(insight.id)].includes(name));
  if (exact.length > 1)
    throw new Error(`${exact.length} insights are called "${name}": ${exact.map((one) => one.short_id).join(", ")}.`);
  try {
    // `list` searches names alone; `answer` also looks up an id or a short id.
    return { answer: (await hoglet.savedInsights.answer(exact[0]?.id ?? name)) as unknown as Row };
  } catch (error) {
    if (!(error instanceof HogletError && error.status === 404)) throw error;
    const names = (await hoglet.savedInsights.list({ limit: 1000 })).results.map((insight) => insight.name ?? "");
    throw new Error(`No saved insight is called "${name}".${didYouMean(name, names)}`, { cause: error });
  }
}

/** Fields for drawing and for links, which no table needs. */
const DROPPED = new Set(["filter", "action", "persons_urls", "persons", "people_url", "labels", "days", "data"]);

function toRow(item: Row): Row {
  if (typeof item !== "object" || item === null) return { value: item };
  const row: Row = {};
  for (const [key, value] of Object.entries(item)) if (!DROPPED.has(key) && value !== null) row[key] = value;
  const { days, data, values } = item;
  if (Array.isArray(days) && Array.isArray(data)) days.forEach((day, at) => (row[String(day)] = data[at] as unknown));
  if (Array.isArray(values)) {
    delete row["values"];
    values.forEach((value, at) => (row[`Period ${at}`] = (value as { count?: unknown }).count ?? value));
  }
  return row;
}

function typeOf(values: unknown[]): Column["type"] {
  const there = values.filter((value) => value !== undefined && value !== null);
  if (there.every((value) => typeof value === "number")) return "DOUBLE";
  if (there.every((value) => typeof value === "boolean")) return "BOOLEAN";
  return there.every((value) => typeof value === "string") ? "STRING" : "JSON";
}
