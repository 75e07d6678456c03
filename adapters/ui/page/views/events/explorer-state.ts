import type { DateRangeValue } from "../../parts/date-ranges.ts";
import { isWhole } from "../../parts/filter-operators.ts";
import type { PropertyFilter } from "../../parts/filter-operators.ts";

/** Filters for events; empty = all. */
export interface EventFilter {
  event: string;
  distinctId: string;
  properties: PropertyFilter[];
}

/** The state of the lists of events; the address holds all of it. */
export interface ExplorerState extends EventFilter {
  range: DateRangeValue;
  /** Properties with a column; none = one column with a summary. */
  columns: string[];
}

export const EVERYTHING: EventFilter = { event: "", distinctId: "", properties: [] };

/** The first range: a property filter reads every event in it. */
const START = "-7d";

/** Most columns: more cannot be told apart. */
const MOST_COLUMNS = 20;

/** Parses the address; unreadable parts count as absent. */
export function toExplorerState(query: URLSearchParams): ExplorerState {
  const to = query.get("to");
  return {
    event: query.get("event") ?? "",
    distinctId: query.get("id") ?? "",
    properties: toFilters(query.get("where")),
    range: { date_from: query.get("from") || START, ...(to && { date_to: to }) },
    columns: [...new Set(query.getAll("column"))].slice(0, MOST_COLUMNS),
  };
}

/** The state as parameters of the address; defaults are left out. */
export function toExplorerAddress(state: ExplorerState): [name: string, value: string][] {
  const { event, distinctId, properties, range, columns } = state;
  const parameters: [string, string][] = [
    ["from", range.date_from === START ? "" : (range.date_from ?? "")],
    ["to", range.date_to ?? ""],
    ["event", event],
    ["id", distinctId],
    ["where", properties.length === 0 ? "" : JSON.stringify(properties)],
    ...columns.map((key): [string, string] => ["column", key]),
  ];
  return parameters.filter(([, value]) => value !== "");
}

/** The whole address of the list in this state, for a link. */
export function toExplorerPath(state: ExplorerState, tab: "/events" | "/events/live" = "/events"): string {
  const query = new URLSearchParams(toExplorerAddress(state)).toString();
  return query === "" ? tab : `${tab}?${query}`;
}

/** The filters for the API. */
export function toEventQuery({ event, distinctId, properties }: EventFilter): Record<string, unknown> {
  return { event, distinct_id: distinctId, properties: properties.length === 0 ? null : properties };
}

/** Are there filters? */
export function isFiltered({ event, distinctId, properties }: EventFilter): boolean {
  return event !== "" || distinctId !== "" || properties.length > 0;
}

function toFilters(text: string | null): PropertyFilter[] {
  try {
    const list = JSON.parse(text ?? "[]") as unknown;
    return Array.isArray(list) ? list.filter(isFilter) : [];
  } catch {
    return [];
  }
}

function isFilter(value: unknown): value is PropertyFilter {
  const isObject = typeof value === "object" && value !== null && typeof (value as { key?: unknown }).key === "string";
  return isObject && isWhole(value as PropertyFilter);
}
