import { invalid } from "../../base/errors.ts";
import type { RequestFields } from "./request-fields.ts";
import { given, listOf } from "./node-to-filters.ts";
import { tidy, toEntityProperties, unpacked } from "./filters-to-node.ts";
import type { Converter } from "./filters-to-node.ts";

/** The maths of entities that an insight keeps. */
export type MathRule = "all" | "none" | "actors" | "first-time";

/** Maths that count actors. */
const ACTORS = new Set(["dau", "weekly_active", "monthly_active", "unique_group", "hogql"]);

/** The series of a node: actions, then events, then tables of a warehouse, by their `order` (reference/query.md 7). */
export function toSeries(filters: RequestFields, math: MathRule, converter: Converter): RequestFields[] {
  // The older dialect shows the math that was sent.
  const rule = converter === "door" ? "all" : math;
  const entities = (name: string, type: string) => {
    const list = unpacked(filters[name]);
    return (Array.isArray(list) ? (list as unknown[]) : [])
      .filter((entity) => typeof entity === "object" && entity !== null)
      .map((entity) => Object.assign(given(entity as RequestFields), { type }));
  };
  const all: RequestFields[] = [
    ...entities("actions", "actions").filter((entity) => Object.hasOwn(entity, "id")),
    ...entities("events", "events"),
    ...entities("data_warehouse", "data_warehouse"),
  ];
  return all
    .toSorted((a, b) => placeOf(a) - placeOf(b))
    .map((entity) => Object.assign(toEntityNode(entity, converter), toMath(entity, rule, converter)));
}

/** Missing and 0 come first. */
function placeOf({ order }: RequestFields): number {
  return Number(order) || -1;
}

/** The node of an entity, without its math. */
export function toEntityNode(entity: RequestFields, converter: Converter): RequestFields {
  const { id, type, name, custom_name, properties } = entity;
  const shared = { custom_name, properties: converter === "door" ? properties : toEntityProperties(properties) };
  if (type === "actions") return tidy({ kind: "ActionsNode", id: Number(id), name, ...shared });
  if (type === "data_warehouse") {
    const { table_name, id_field, timestamp_field, distinct_id_field } = entity;
    const table = { table_name, id_field, timestamp_field, distinct_id_field };
    return tidy({ kind: "DataWarehouseNode", id, name, ...table, ...shared });
  }
  const members = listOf(entity["members"]);
  if (members.length > 0) {
    const nodes = members.map((member) => toEntityNode(member, converter === "door" ? converter : "browser"));
    return tidy({ kind: "GroupNode", operator: entity["operator"], nodes, ...shared });
  }
  const event = id === undefined || id === null ? null : String(id);
  const shown = converter === "server" ? (name ?? event ?? "All events") : name;
  return { ...tidy({ kind: "EventsNode", name: shown, ...shared }), event };
}

function toMath(entity: RequestFields, rule: MathRule, converter: Converter): RequestFields {
  const { math, math_property, math_hogql, math_group_type_index, math_property_type } = entity;
  const whole = given({ math, math_property, math_hogql, math_group_type_index, math_property_type });
  switch (rule) {
    case "none":
      return {};
    case "all":
      return converter === "browser" ? { math: "total", ...whole } : whole;
    case "first-time": {
      const isKept =
        math === "first_time_for_user" || (converter === "browser" && math === "first_time_for_user_with_filters");
      return isKept ? whole : {};
    }
    case "actors":
      if (ACTORS.has(String(math))) return whole;
      return math === undefined && converter === "server" ? {} : { math: "dau" };
  }
}

export function toBreakdownFilter(
  filters: RequestFields,
  { isTrend, converter }: { isTrend: boolean; converter?: Converter },
): RequestFields {
  const { breakdown, breakdown_type: type } = filters;
  const kept = given({
    breakdown_limit: filters["breakdown_limit"],
    breakdown_normalize_url: filters["breakdown_normalize_url"],
    breakdown_group_type_index: filters["breakdown_group_type_index"],
    breakdown_hide_other_aggregation: filters["breakdown_hide_other_aggregation"],
    breakdown_histogram_bin_count: isTrend || converter === "door" ? filters["breakdown_histogram_bin_count"] : null,
  });
  const list = listOf(unpacked(filters["breakdowns"]));
  if (list.length > 0) return { ...kept, ...toBreakdowns(list, { isTrend, type, isWhole: converter === "door" }) };
  return { ...kept, ...toBreakdown(converter === "door" ? breakdown : unpacked(breakdown), type) };
}

function toBreakdown(breakdown: unknown, type: unknown): RequestFields {
  if (type === "undefined" && typeof breakdown !== "string") return {};
  const value = Array.isArray(breakdown) ? breakdown.filter((each) => each !== null) : breakdown;
  if (value === undefined || value === null || value === "") return {};
  return { breakdown: value, breakdown_type: toBreakdownType(type) };
}

function toBreakdownType(type: unknown): unknown {
  return type === undefined || type === null || type === "" || type === "undefined" || type === "events"
    ? "event"
    : type;
}

/** Properties that PostHog's converters keep. */
const MAX_BREAKDOWNS = 3;

function toBreakdowns(
  list: RequestFields[],
  { isTrend, type, isWhole }: { isTrend: boolean; type: unknown; isWhole: boolean },
): RequestFields {
  const [first, second] = list;
  if (!isTrend && !isWhole) {
    if (second !== undefined) {
      throw invalid("breakdowns", "Could not convert the breakdowns of a funnel: found more than one breakdown.");
    }
    const { property, type: own } = first ?? {};
    return { breakdown: property, breakdown_type: toBreakdownType(own ?? type) };
  }
  const breakdowns = (isWhole ? list : list.slice(0, MAX_BREAKDOWNS)).map((each) => {
    const { property, value, type: own, normalize_url, histogram_bin_count, group_type_index } = each;
    const extra = { normalize_url, histogram_bin_count, group_type_index };
    return given({ property: property ?? value, type: toBreakdownType(own ?? type), ...extra });
  });
  return { breakdowns };
}
