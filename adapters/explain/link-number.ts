import type { NumberPoint } from "./counted-parts.ts";

/**
 * The number whose persons a link of an answer lists: its question in the older dialect, and the fields of InsightActorsQuery.
 * @param path such as `api/projects/1/persons/trend/?…`
 */
export function linkToNumber(path: string): { filters: Fields; point: NumberPoint } {
  const [, kind = ""] = /\/persons\/([a-z]+)\//.exec(path) ?? [];
  const fields: Fields = Object.fromEntries(
    [...new URLSearchParams(path.split("?")[1])].map(([key, text]) => [key, toValue(text)]),
  );
  const { question_range: whole, compare: _, ...asked } = fields;
  const [date_from, date_to] = ((whole ?? []) as number[]).map((ms, end) => new Date(ms - end).toISOString());
  const insight = INSIGHTS[kind] ?? fields["insight"] ?? "TRENDS";
  // The dates of a link are those of its answer: relative ones have moved on. The last instant is the one before its end.
  const filters = { ...asked, insight, ...(whole !== undefined && { date_from, date_to }) };
  return { filters: withoutPoint(filters), point: toPoint(fields) };
}

type Fields = Readonly<Record<string, unknown>>;

function withoutPoint(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([key]) => !OF_POINT.test(key)));
}

function toPoint(fields: Fields): NumberPoint {
  const { entity_order, point_range: range, stickiness_days: days, breakdown_values: rows } = fields;
  const { breakdown, breakdown_value: value, lifecycle_type: status, selected_interval: cell, display } = fields;
  const [fromMs] = (range ?? []) as number[];
  const [row] = breakdown === undefined ? ((rows ?? []) as number[]) : [];
  const point = {
    series: entity_order,
    day: days ?? (fromMs === undefined ? undefined : new Date(fromMs).toISOString()),
    breakdown: value,
    status,
    interval: row,
    cell: row === undefined || display === "ActionsTable" ? undefined : cell,
  };
  return Object.fromEntries(Object.entries(point).filter(([, each]) => each !== undefined)) as NumberPoint;
}

/** Fields that name a number of an answer or its list of persons, not the question. */
const OF_POINT =
  /^(?:entity_|point_range$|breakdown_values?$|lifecycle_type$|stickiness_days$|target_date$|selected_interval$|path_(?:start|end)_key$|path_dropoff_key$|funnel_(?:step|step_breakdown)$|cursor$|limit$|offset$|search$|include_total$)/;

/** The names of insights whose paths may leave them out. */
const INSIGHTS: Readonly<Record<string, string>> = {
  funnel: "FUNNELS",
  path: "PATHS",
};

/** Lists and objects are JSON in an address; texts are not. */
function toValue(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
