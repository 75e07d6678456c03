import * as v from "valibot";
import { invalid } from "../../base/errors.ts";
import { isFields } from "../../base/fields.ts";
import type { Fields } from "../../base/fields.ts";
import { requestLimits } from "../../base/request-limits.ts";
import { parseComparison } from "./comparison.ts";
import { isColumnOfProperty, METADATA_KEYS } from "./filter-node.ts";
import type { CohortFilter, ElementFilter, FilterGroup, FilterNode, ValueFilter } from "./filter-node.ts";
import { parseLooseDate } from "./loose-date.ts";
import { isOperatorName, operators, parseNumber } from "./operators.ts";
import type { OperatorName, Scalar } from "./operators.ts";
import { propertyText } from "./property-text.ts";
import { parseRelativeDate } from "./relative-date.ts";
import { isVersionPattern } from "./semver.ts";
import { parseSelector } from "./selector.ts";
import { SESSION_KEYS } from "../sessions/index.ts";

/** Real groups have 2 levels; each costs stack. */
const MAX_DEPTH = 20;

const FilterKey = v.union([v.string(), v.pipe(v.number(), v.transform(String))]);
const ScalarValue = v.union([v.string(), v.number(), v.boolean(), v.null()]);

/** A filter as it is sent. */
const WireFilter = v.object({
  key: v.optional(FilterKey),
  type: v.nullish(v.string()),
  operator: v.nullish(v.string()),
  value: v.optional(v.union([ScalarValue, v.array(ScalarValue)])),
  group_type_index: v.nullish(v.union([v.number(), v.string()])),
  negation: v.nullish(v.boolean()),
});
type WireFilter = v.InferOutput<typeof WireFilter>;

/** The part's path, for `attr`, and the default `type` of a filter. */
interface Place {
  attr: string;
  defaultType: "event" | "person";
}

/**
 * Parses `properties` in any of its shapes — a list (AND), the old map `{"$os__icontains":"mac"}` (AND), or a group
 * `{"type":"AND"|"OR","values":[…]}` — into one normal form, which parses to itself. Null and undefined = no filter. A
 * filter that cannot be read is refused, since an unfiltered answer would look right and be wrong.
 * @param attr name of the field, the beginning of every error's `attr`
 * @param defaultType the type of a filter without `type`: "event", or "person" in cohorts and person lists
 * @throws HogletError 400 `invalid_input`. Source: reference/insights.md 5.1.
 */
export function parseFilters(input: unknown, attr: string, defaultType: "event" | "person" = "event"): FilterGroup {
  const place: Place = { attr, defaultType };
  expectFew(input, place);
  if (input === null || input === undefined) return { type: "AND", values: [] };
  if (Array.isArray(input)) return { type: "AND", values: parseList(input, place) };
  if (!isFields(input)) throw invalid(attr, "Expected a list of filters, a map, or a group of type AND or OR.");
  if (isGroup(input)) return parseGroup(input, place, 1);
  return isFilter(input) ? { type: "AND", values: parseList([input], place) } : parseMap(input, place);
}

/** Is an object one filter, rather than a map of values by property, which may have a property called "key" too? */
function isFilter(input: Fields): boolean {
  const { key, ...rest } = input;
  return typeof key === "string" && ["value", "operator", "type"].some((name) => Object.hasOwn(rest, name));
}

/** @throws invalid for more filters than a question may have */
function expectFew(input: unknown, { attr }: Place): void {
  const { filters } = requestLimits;
  if (countFilters(input) > filters) throw invalid(attr, `Expected at most ${filters} filters.`);
}

/** Members of a list and of nested lists; entries of a map. */
function countFilters(input: unknown, depth = 0): number {
  if (Array.isArray(input))
    return input.reduce((sum: number, member) => sum + Math.max(1, countFilters(member, depth)), 0);
  if (!isFields(input)) return 0;
  if (!isGroup(input)) return depth === 0 && !Object.hasOwn(input, "key") ? Object.keys(input).length : 1;
  return depth > MAX_DEPTH ? 1 : countFilters(input.values, depth + 1);
}

/** A map is a group only with both fields: "type" may be a property. */
function isGroup(input: Fields): input is Fields & { type: unknown; values: unknown } {
  return Object.hasOwn(input, "type") && Object.hasOwn(input, "values");
}

function within(place: Place, key: string | number): Place {
  return { ...place, attr: `${place.attr}__${key}` };
}

function parseList(list: unknown[], place: Place): FilterNode[] {
  return list.flatMap((member, index) => (isBlank(member) ? [] : [parseFilter(member, within(place, index))]));
}

/** Clients send `{}` for a filter that is not filled in: ignored. */
function isBlank(member: unknown): boolean {
  return isFields(member) && Object.keys(member).length === 0;
}

function parseMap(map: Fields, place: Place): FilterGroup {
  const values = Object.entries(map).map(([name, value]) => {
    // The last "__" counts, if an operator follows: a property's name may hold "__" too.
    const split = name.lastIndexOf("__");
    const suffix = split > 0 ? name.slice(split + 2) : "";
    const named = isOperatorName(suffix) ? { key: name.slice(0, split), operator: suffix } : { key: name };
    return parseFilter({ ...named, value }, within(place, name));
  });
  return { type: "AND", values };
}

function parseGroup(group: { type: unknown; values: unknown }, place: Place, depth: number): FilterGroup {
  // An object from JSON may have no `toString`.
  const type = typeof group.type === "string" ? group.type.toUpperCase() : "";
  if (type !== "AND" && type !== "OR") throw invalid(`${place.attr}__type`, "Expected AND or OR.");
  if (!Array.isArray(group.values)) throw invalid(`${place.attr}__values`, "Expected a list.");
  if (depth > MAX_DEPTH) throw invalid(place.attr, `Groups may be nested ${MAX_DEPTH} deep at most.`);
  const inner = within(place, "values");
  const groups = group.values.filter((member) => isFields(member) && isGroup(member));
  if (groups.length === 0) return { type, values: parseList(group.values, inner) };
  if (groups.length < group.values.length) {
    throw invalid(inner.attr, "Expected filters only or groups only, but received both.");
  }
  return { type, values: groups.map((member, index) => parseGroup(member, within(inner, index), depth + 1)) };
}

function parseFilter(input: unknown, place: Place): FilterNode {
  const result = v.safeParse(WireFilter, input, { abortEarly: true });
  if (!result.success) {
    const { path, expected, received } = result.issues[0];
    const attr = [place.attr, ...(path ?? []).map((item) => String(item.key))].join("__");
    throw invalid(attr, `Expected ${expected} but received ${received}.`);
  }
  const wire = result.output;
  // Clients send empty text for fields that were not chosen.
  const type = wire.type || place.defaultType;
  switch (type) {
    case "event":
    case "person":
      return { type, ...parseValueTest(wire, place) };
    // Flags that an event was sent with are its properties `$feature/<key>`.
    case "feature":
      return { type: "event", ...parseValueTest(wire, place) };
    case "hogql": {
      if (wire.key === undefined) throw invalid(`${place.attr}__key`, "This field is required.", "required");
      const found = parseComparison(wire.key);
      if (found === null) return { type, key: wire.key, ...(place.defaultType === "person" && { subject: "person" }) };
      const { type: of, ...comparison } = found;
      // In a list of persons, properties are theirs.
      const owner = place.defaultType === "person" ? "person" : of;
      return { type: owner, ...parseValueTest(comparison, place) };
    }
    case "group":
      return { type, ...parseValueTest(wire, place), group_type_index: parseGroupTypeIndex(wire, place) };
    case "cohort":
    case "static-cohort":
    case "precalculated-cohort":
      return parseCohort(wire, place);
    case "session":
      return { type, ...parseKeyed(wire, place, SESSION_KEYS) };
    case "event_metadata":
      if (isColumnOfProperty(String(wire.key))) return { type: "event", ...parseValueTest(wire, place) };
      return { type, ...parseKeyed(wire, place, METADATA_KEYS) };
    case "element":
      return parseElementTest(wire, place);
    default:
      throw invalid(`${place.attr}__type`, `Unknown type "${type}"; ${SUPPORTED_TYPES}.`);
  }
}

const SUPPORTED_TYPES = "expected event, person, cohort, element, event_metadata, feature, group, hogql or session";

const ELEMENT_KEYS = ["tag_name", "text", "href", "selector"] as const;

function parseKeyed<Key extends string>(
  wire: WireFilter,
  place: Place,
  keys: readonly Key[],
): Omit<ValueFilter, "type" | "key"> & { key: Key } {
  const { key: name, ...test } = parseValueTest(wire, place);
  const key = keys.find((known) => known === name);
  if (key === undefined)
    throw invalid(`${place.attr}__key`, `Expected one of ${keys.join(", ")} but received "${name}".`);
  return { ...test, key };
}

// The operators for a selector: does it match an element, or none?
const SELECTOR_OPERATORS = new Set<OperatorName>(["exact", "is_not"]);

function parseElementTest(wire: WireFilter, place: Place): ElementFilter {
  const filter: ElementFilter = { type: "element", ...parseKeyed(wire, place, ELEMENT_KEYS) };
  if (filter.key !== "selector") return filter;
  if (!SELECTOR_OPERATORS.has(filter.operator)) {
    throw invalid(`${place.attr}__operator`, "Expected exact or is_not for a selector.");
  }
  for (const selector of [filter.value].flat()) {
    if (parseSelector(propertyText(selector)) === null) {
      throw invalid(`${place.attr}__value`, `Expected a CSS selector but received "${String(selector)}".`);
    }
  }
  return filter;
}

function parseValueTest(
  wire: Pick<WireFilter, "key" | "operator" | "value" | "negation">,
  place: Place,
): Omit<ValueFilter, "type"> {
  if (wire.key === undefined) throw invalid(`${place.attr}__key`, "This field is required.", "required");
  const operator = wire.operator || "exact";
  if (!isOperatorName(operator)) {
    const known = Object.keys(operators).join(", ");
    throw invalid(`${place.attr}__operator`, `Unknown operator "${operator}"; expected one of ${known}.`);
  }
  const value = parseWanted(operator, wire.value, place);
  return { key: wire.key, operator, value, negation: wire.negation ?? false };
}

function parseWanted(operator: OperatorName, value: WireFilter["value"], place: Place): Scalar | Scalar[] {
  const { wants } = operators[operator];
  if (wants === "nothing") return null;
  const attr = `${place.attr}__value`;
  if (value === undefined) throw invalid(attr, "This field is required.", "required");
  const texts = (Array.isArray(value) ? value : [value]).map(propertyText);
  if (wants === "range" && !(Array.isArray(value) && value.length === 2)) {
    throw invalid(attr, `Expected two numbers for ${operator}.`);
  }
  if (wants === "version" && Array.isArray(value) && value.length !== 1) {
    throw invalid(attr, `Expected one version for ${operator}.`);
  }
  const isReadable = {
    any: () => true,
    number: parseNumber,
    range: parseNumber,
    date: (text: string) => parseRelativeDate(text) ?? parseLooseDate(text),
    version: (text: string) => isVersionPattern(operator, text) || null,
  }[wants];
  const wrong = texts.find((text) => isReadable(text) === null);
  if (wrong !== undefined)
    throw invalid(attr, `Expected a ${wants === "range" ? "number" : wants} for ${operator} but received "${wrong}".`);
  return value;
}

/** 0 to 4; number or text. */
function parseGroupTypeIndex({ group_type_index: index }: WireFilter, place: Place): number {
  if (/^[0-4]$/.test(String(index))) return Number(index);
  throw invalid(`${place.attr}__group_type_index`, "Expected an index from 0 to 4.");
}

const COHORT_OPERATORS: Record<string, { isNegated: boolean }> = {
  exact: { isNegated: false },
  in: { isNegated: false },
  is_not: { isNegated: true },
  not_in: { isNegated: true },
};

function parseCohort(wire: WireFilter, place: Place): CohortFilter {
  const operator = COHORT_OPERATORS[wire.operator || "exact"];
  if (operator === undefined) throw invalid(`${place.attr}__operator`, "Expected in or not_in for a cohort.");
  const value = (Array.isArray(wire.value) ? wire.value : [wire.value]).map(Number);
  const isIds = value.every((id) => Number.isSafeInteger(id) && id > 0);
  if (!isIds) throw invalid(`${place.attr}__value`, "Expected the id of a cohort.");
  return { type: "cohort", key: "id", value, negation: operator.isNegated !== (wire.negation ?? false) };
}
