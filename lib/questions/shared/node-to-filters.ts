import { invalid } from "../../base/errors.ts";
import { isFields } from "../../base/fields.ts";
import type { RequestFields } from "./request-fields.ts";

// From a query node to the older `filters` (reference/query.md 7, "Back"). A node that was read becomes a question by this, and
// a saved insight shows it to clients that know `filters` alone.

/** Fields of nodes that have no place in `filters`. */
const NODE_ONLY = new Set(["kind", "version", "modifiers", "tags", "response"]);

/** The parts of a node, before its kind is read. */
type Part = Readonly<Record<string, unknown>>;

/**
 * The fields that all insights share, in the older names: `insight`, entities, dates, filters, breakdown, comparison.
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

/** The members of `events` and `actions`, each with its position; a list without members is left out. */
function seriesToEntities(series: unknown): RequestFields {
  const entities = listOf(series).map((node, order) => Object.assign(nodeToEntity(node), { order }));
  const ofType = (type: string) => entities.filter((entity) => entity["type"] === type);
  const lists = { actions: ofType("actions"), events: ofType("events"), data_warehouse: ofType("data_warehouse") };
  return Object.fromEntries(Object.entries(lists).filter(([, list]) => list.length > 0));
}

/** One entity of `events` or `actions`, without its position. */
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

/** The insight's own filter (`trendsFilter` and similar fields) in snake case; members that nobody knows are kept. */
export function toSnakeCase(part: unknown, names: Readonly<Record<string, string>> = {}): RequestFields {
  const entries = Object.entries(without(partOf(part))).map(([name, value]) => [names[name] ?? snakeCase(name), value]);
  return given(Object.fromEntries(entries));
}

/** The older name of a field: `funnelAggregateByHogQL` is `funnel_aggregate_by_hogql`. */
export function snakeCase(name: string): string {
  return name.replace("HogQL", "Hogql").replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** `hidden_legend_keys`, from a list of what is hidden. */
export function toHiddenKeys(hidden: unknown): RequestFields {
  if (!Array.isArray(hidden)) return {};
  return { hidden_legend_keys: Object.fromEntries(hidden.map((key) => [String(key), true])) };
}

function without(part: Part): Part {
  return Object.fromEntries(Object.entries(part).filter(([name]) => !NODE_ONLY.has(name)));
}

/** The fields that are given: null and absent say the same. */
export function given(fields: Part): RequestFields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null && value !== undefined));
}

/** An object, or none. */
export function partOf(value: unknown): Part {
  return isFields(value) ? value : {};
}

/** A list of objects, or none. */
export function listOf(value: unknown): Part[] {
  return Array.isArray(value) ? (value as unknown[]).map(partOf) : [];
}
