import { isOperatorName } from "../../events/filters/index.ts";
import { invalid } from "../../base/errors.ts";
import type { RequestFields } from "./request-fields.ts";
import { given, listOf, partOf } from "./node-to-filters.ts";

// Converts older `filters` to a query node (reference/query.md 7). There are two converters, which differ in few
// places: the server's runs and shows saved insights, the browser's reads addresses.

/**
 * The converter whose rules count. `door` is the server's for fields that an older schema has read: it keeps property
 * filters and names, so that errors and labels show what was sent.
 */
export type Converter = "server" | "browser" | "door";

/**
 * `filters` as they came: an object, a list whose first member counts, or JSON text of either, written once or twice.
 */
export function readFilters(filters: unknown): RequestFields {
  let value = filters;
  for (let time = 0; time < 2 && typeof value === "string"; time++) value = fromJson(value);
  return partOf(Array.isArray(value) ? value[0] : value);
}

function fromJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw Object.assign(invalid("filters", "Expected an object, or JSON text of one."), { cause: error });
  }
}

/** JSON text of a list or an object is parsed; other values stay. */
export function unpacked(value: unknown): unknown {
  if (typeof value !== "string" || !/^\s*[[{]/.test(value)) return value;
  try {
    return JSON.parse(value);
  } catch {
    // Not JSON: the text itself is the value.
    return value;
  }
}

const YES = new Set(["y", "yes", "t", "true", "on", "1"]);

/** A boolean in the older dialect's words; absent stays absent. */
export function yesOf(value: unknown): boolean | undefined {
  return value === undefined || value === null ? undefined : YES.has(String(value).toLowerCase());
}

/** Parts of all nodes: dates, filters, sampling. */
export function commonNode(filters: RequestFields, converter?: Converter): RequestFields {
  const { date_from, date_to, explicit_date } = filters;
  const factor = filters["sampling_factor"];
  const sampling = factor === null || factor === undefined || factor === "" ? NaN : Number(factor);
  return tidy({
    dateRange: tidy({ date_from, date_to, explicitDate: yesOf(explicit_date) }),
    properties: converter === "door" ? filters["properties"] : toGlobalProperties(unpacked(filters["properties"])),
    filterTestAccounts: yesOf(filters["filter_test_accounts"]),
    samplingFactor: Number.isNaN(sampling) ? undefined : sampling,
  });
}

/** The server knows no minutes. */
export function toNodeInterval({ interval }: RequestFields, converter: Converter): RequestFields {
  return tidy({ interval: interval === "minute" && converter !== "browser" ? "hour" : interval });
}

/** Leaves out fields that are absent, null or empty objects. */
export function tidy(fields: RequestFields): RequestFields {
  const entries = Object.entries(given(fields)).filter(
    ([, value]) => typeof value !== "object" || Array.isArray(value) || Object.keys(value as object).length > 0,
  );
  return Object.fromEntries(entries);
}

/** Older fields under newer names. @param names newer names by older */
export function renamed(
  filters: RequestFields,
  names: Readonly<Record<string, string>>,
  converter?: Converter,
): RequestFields {
  const read = converter === "door" ? (value: unknown) => value : unpacked;
  return tidy(Object.fromEntries(Object.entries(names).map(([older, newer]) => [newer, read(filters[older])])));
}

/** Newer names of fields that only change their letter case. */
export function camelCased<const Name extends string>(...names: Name[]): Record<string, string> {
  return Object.fromEntries(
    names.map((name) => [name, name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())]),
  );
}

/** The keys of `hidden_legend_keys` that hide something. */
export function hiddenKeys({ hidden_legend_keys: hidden }: RequestFields): string[] {
  return Object.entries(partOf(unpacked(hidden)))
    .filter(([, isHidden]) => isHidden === true)
    .map(([key]) => key);
}

/** Places of hidden lines; other keys are of an older form. */
export function hiddenIndexes(filters: RequestFields): number[] | undefined {
  const indexes = hiddenKeys(filters)
    .filter((key) => /^\d+$/.test(key))
    .map(Number);
  return indexes.length === 0 ? undefined : indexes;
}

/** Properties of a whole question: groups of filters in a group (reference/query.md 7, Properties). */
export function toGlobalProperties(properties: unknown): unknown {
  const value = unpacked(properties);
  if (value === null || value === undefined) return undefined;
  if (Array.isArray(value)) return value.length === 0 ? undefined : cleanGroup({ type: "AND", values: [all(value)] });
  const map = partOf(value);
  if (Object.keys(map).length === 0) return undefined;
  if (!isGroup(map)) return cleanGroup({ type: "AND", values: [all(fromMap(map))] });
  const isFlat = !listOf(map["values"]).some(isGroup);
  return cleanGroup(isFlat ? { type: "AND", values: [map] } : map);
}

function all(values: unknown[]) {
  return { type: "AND", values };
}

function isGroup(value: RequestFields): boolean {
  return (value["type"] === "AND" || value["type"] === "OR") && Object.hasOwn(value, "values");
}

function cleanGroup({ type, values }: RequestFields): RequestFields {
  const members = listOf(values).filter((member) => Object.keys(member).length > 0);
  return { type, values: members.map((member) => (isGroup(member) ? cleanGroup(member) : cleanFilter(member))) };
}

/** Properties of one entity: a flat list. @throws HogletError 400 for groups of groups */
export function toEntityProperties(properties: unknown): RequestFields[] | undefined {
  const value = unpacked(properties);
  if (value === null || value === undefined) return undefined;
  const map = partOf(value);
  const list = Array.isArray(value) ? listOf(value) : isGroup(map) ? listOf(map["values"]) : fromMap(map);
  if (list.some(isGroup)) throw invalid("properties", "Expected filters of an entity, not groups of them.");
  const filters = list.filter((filter) => Object.keys(filter).length > 0).map(cleanFilter);
  return filters.length === 0 ? undefined : filters;
}

/** `{"email__icontains": "x"}` as filters. */
function fromMap(map: RequestFields): RequestFields[] {
  return Object.entries(map).map(([name, value]) => {
    const split = name.lastIndexOf("__");
    const operator = split > 0 ? name.slice(split + 2) : "";
    return isOperatorName(operator)
      ? { key: name.slice(0, split), operator, type: "event", value }
      : { key: name, operator: "exact", type: "event", value };
  });
}

const COHORTS = new Set(["cohort", "precalculated-cohort", "static-cohort"]);

/** A filter in its newer form. */
function cleanFilter({ values, negation, ...filter }: RequestFields): RequestFields {
  const type = filter["type"] === "events" ? "event" : filter["type"];
  const value = withoutNulls(Object.hasOwn(filter, "value") ? filter["value"] : values);
  if (COHORTS.has(String(type))) {
    const operator = filter["operator"] ?? (negation === true ? "not_in" : "in");
    return given({ ...filter, key: "id", type: "cohort", value, operator });
  }
  if (type === "hogql") {
    const { operator: _, ...rest } = filter;
    return given({ ...rest, type, value });
  }
  return given({ ...filter, type: type ?? "event", operator: filter["operator"] || "exact", value });
}

function withoutNulls(value: unknown): unknown {
  return Array.isArray(value) ? value.filter((each) => each !== null) : value;
}
