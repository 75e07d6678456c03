import * as v from "valibot";
import { invalid } from "../errors.ts";
import { parseFilters } from "../filters/index.ts";
import type { FilterGroup } from "../filters/index.ts";

/** What is counted in a bucket: events, distinct actors, or distinct groups of one type. */
export type Math = "total" | "dau" | "unique_group";

/** One event of a query, with how to count it; the wire's `action` of a series. */
export interface Entity {
  /** Name of the event; null = any event. */
  id: string | null;
  type: "events";
  /** Position among the query's entities, 0 to n−1. */
  order: number;
  /** `id` unless the query says otherwise. */
  name: string;
  /** Trimmed; null = none. */
  custom_name: string | null;
  math: Math;
  /** Meaningless for the maths there are so far; kept as sent. */
  math_property: string | null;
  /** 0 to 4; null unless math is unique_group. */
  math_group_type_index: number | null;
  properties: FilterGroup;
}

const SUPPORTED_MATHS: readonly string[] = ["total", "dau", "unique_group"] satisfies Math[];
const LATER_MATHS = new Set(["weekly_active", "monthly_active", "unique_session"]);
const PROPERTY_MATHS = new Set(["sum", "avg", "min", "max", "median", "p90", "p95", "p99"]);

/** One member of `events` as the wire has it. */
export const WireEntity = v.object({
  id: v.union([v.null(), v.string(), v.pipe(v.number(), v.transform(String))]),
  type: v.nullish(v.literal("events")),
  order: v.nullish(v.pipe(v.union([v.number(), v.string()]), v.transform(Number), v.number())),
  name: v.nullish(v.string()),
  custom_name: v.nullish(v.string()),
  math: v.nullish(v.string()),
  math_property: v.nullish(v.string()),
  math_group_type_index: v.nullish(v.union([v.number(), v.string()])),
  properties: v.optional(v.unknown()),
});
export type WireEntity = v.InferOutput<typeof WireEntity>;

/**
 * Puts entities into their order — stable by `order`, where missing and 0 come first — numbers them anew from 0, and
 * fills in names.
 * @throws HogletError 400 naming the field; `unsupported` for maths that are not there yet.
 * Source: reference/insights.md 6 and 7.1.
 */
export function toEntities(wires: WireEntity[]): Entity[] {
  const entities = wires.map((wire, index) => toEntity(wire, `events__${index}`));
  const sorted = entities.toSorted((a, b) => (a.order || -1) - (b.order || -1));
  for (const [index, entity] of sorted.entries()) entity.order = index;
  return sorted;
}

function toEntity(wire: WireEntity, attr: string): Entity {
  const id = wire.id === "" ? null : wire.id;
  const math = parseMath(wire, attr);
  return {
    id,
    type: "events",
    order: wire.order ?? 0,
    name: wire.name || (id ?? "All events"),
    custom_name: wire.custom_name?.trim() || null,
    math,
    math_property: wire.math_property || null,
    math_group_type_index: math === "unique_group" ? parseGroupTypeIndex(wire, attr) : null,
    properties: parseFilters(wire.properties, `${attr}__properties`),
  };
}

function parseMath(wire: WireEntity, attr: string): Math {
  const math = wire.math || "total";
  if (isSupported(math)) return math;
  if (PROPERTY_MATHS.has(math) && !wire.math_property) {
    throw invalid(`${attr}__math_property`, `The math ${math} needs a math_property.`, "required");
  }
  const expected = `expected ${SUPPORTED_MATHS.join(", ")}`;
  if (PROPERTY_MATHS.has(math) || LATER_MATHS.has(math)) {
    throw invalid(`${attr}__math`, `The math ${math} is not supported yet; ${expected}.`, "unsupported");
  }
  throw invalid(`${attr}__math`, `Unknown math "${math}"; ${expected}.`);
}

function isSupported(math: string): math is Math {
  return SUPPORTED_MATHS.includes(math);
}

function parseGroupTypeIndex({ math_group_type_index: index }: WireEntity, attr: string): number {
  if (/^[0-4]$/.test(String(index))) return Number(index);
  throw invalid(`${attr}__math_group_type_index`, "Expected an index from 0 to 4.");
}
