import { invalid } from "../../base/errors.ts";
import { isFields } from "../../base/fields.ts";
import type { RequestFields } from "./request-fields.ts";

// Converts a query node to older `filters` (reference/query.md 7, "Back"), for clients that know only these.

/** Fields of nodes that have no place in `filters`. */
const NODE_ONLY = new Set(["kind", "version", "modifiers", "tags", "response"]);

type Part = Readonly<Record<string, unknown>>;

/**
 * The fields of all insights, by older names: `insight`, entities, dates, filters, breakdown, comparison.
 * @throws HogletError 400 for a series of a data warehouse
 */
export function nodeToFilters(node: Part, insight: string): RequestFields {
  const { date_from, date_to, explicitDate } = partOf(node["dateRange"]);
  return given({
    insight,
    entity_type: "events",
    properties: node["properties"],
    filter_test_accounts: node["filterTestAccounts"],
    sampling_factor: node["samplingFactor"],
    aggregation_group_type_index: node["aggregation_group_type_index"],
    interval: node["interval"],
    date_from,
    date_to,
    explicit_date: explicitDate,
    ...seriesToEntities(node["series"]),
    ...partOf(node["breakdownFilter"]),
    ...partOf(node["compareFilter"]),
  });
}

/** `events` and `actions`, with positions; an empty list is left out. */
function seriesToEntities(series: unknown): RequestFields {
  const entities = listOf(series).map((node, order) => Object.assign(nodeToEntity(node), { order }));
  const ofType = (type: string) => entities.filter((entity) => entity["type"] === type);
  const lists = { actions: ofType("actions"), events: ofType("events"), data_warehouse: ofType("data_warehouse") };
  return Object.fromEntries(Object.entries(lists).filter(([, list]) => list.length > 0));
}

/** A member of `events` or `actions`, without its position. */
export function nodeToEntity(node: Part): RequestFields {
  const { kind, event, id, properties, fixedProperties, nodes, operator, ...rest } = node;
  const type = TYPES[String(kind ?? (id === undefined ? "EventsNode" : "ActionsNode"))];
  if (type === undefined) throw invalid("series", `Expected EventsNode or ActionsNode but received ${String(kind)}.`);
  const filters = [...listOf(properties), ...listOf(fixedProperties)];
  return {
    ...given(without(rest)),
    type,
    id: type === "events" ? (event ?? null) : id,
    ...(kind === "GroupNode" && { members: listOf(nodes).map(nodeToEntity), operator: operator ?? "OR" }),
    ...(filters.length > 0 && { properties: filters }),
  };
}

const TYPES: Record<string, string> = {
  EventsNode: "events",
  ActionsNode: "actions",
  GroupNode: "events",
  DataWarehouseNode: "data_warehouse",
};

/** The insight's own filter (such as `trendsFilter`) in snake case; unknown members are kept. */
export function toSnakeCase(part: unknown, names: Readonly<Record<string, string>> = {}): RequestFields {
  const entries = Object.entries(without(partOf(part))).map(([name, value]) => [names[name] ?? snakeCase(name), value]);
  return given(Object.fromEntries(entries));
}

/** The older name of a field: `funnelAggregateByHogQL` is `funnel_aggregate_by_hogql`. */
export function snakeCase(name: string): string {
  return name.replace("HogQL", "Hogql").replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** `hidden_legend_keys`, from a list of hidden lines. */
export function toHiddenKeys(hidden: unknown): RequestFields {
  if (!Array.isArray(hidden)) return {};
  return { hidden_legend_keys: Object.fromEntries(hidden.map((key) => [String(key), true])) };
}

function without(part: Part): Part {
  return Object.fromEntries(Object.entries(part).filter(([name]) => !NODE_ONLY.has(name)));
}

/** The fields that are not null or absent. */
export function given(fields: Part): RequestFields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null && value !== undefined));
}

/** A value if it is an object, else an empty object. */
export function partOf(value: unknown): Part {
  return isFields(value) ? value : {};
}

/** The objects of a list; empty for any other value. */
export function listOf(value: unknown): Part[] {
  return Array.isArray(value) ? (value as unknown[]).map(partOf) : [];
}
