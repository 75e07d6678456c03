import * as v from "valibot";
import { FiltersField, parseFilters } from "../filters/index.ts";
import type { FilterGroup } from "../filters/index.ts";
import { parseMath, WireMath } from "./math.ts";
import type { EntityMath } from "./math.ts";

interface EntityFields extends EntityMath {
  /** Position among the query's entities, 0 to n−1. */
  order: number;
  /** What labels call it: of an event its id unless the query says otherwise, of an action the action's name. */
  name: string;
  /** Trimmed; null = none. */
  custom_name: string | null;
  properties: FilterGroup;
}

/** One event of a query, with how to count it; the wire's `action` of a series. */
export interface EventEntity extends EntityFields {
  /** Name of the event; null = any event. */
  id: string | null;
  type: "events";
}

/** One action of a query, with how to count it; its name is known once the action has been looked up. */
export interface ActionEntity extends EntityFields {
  id: number;
  type: "actions";
}

export type Entity = EventEntity | ActionEntity;

const commonEntries = {
  order: v.nullish(v.pipe(v.union([v.number(), v.string()]), v.transform(Number), v.number())),
  name: v.nullish(v.string()),
  custom_name: v.nullish(v.string()),
  ...WireMath.entries,
  properties: v.optional(FiltersField),
};

/** One member of `events` as the wire has it. */
export const WireEntity = v.object({
  id: v.union([v.null(), v.string(), v.pipe(v.number(), v.transform(String))]),
  type: v.nullish(v.literal("events")),
  ...commonEntries,
});
export type WireEntity = v.InferOutput<typeof WireEntity>;

/** One member of `actions` as the wire has it; the id may be a number or its text. */
export const WireAction = v.object({
  id: v.pipe(
    v.union([v.number(), v.pipe(v.string(), v.regex(/^\d{1,15}$/, "Expected the id of an action."))]),
    v.transform(Number),
  ),
  type: v.nullish(v.literal("actions")),
  ...commonEntries,
});
export type WireAction = v.InferOutput<typeof WireAction>;

/**
 * Merges entities into their order — actions before events, then stable by `order`, where missing and 0 come first —
 * numbers them anew from 0, and fills in names.
 * @throws HogletError 400 naming the field; `unsupported` for maths of later versions.
 * Source: reference/insights.md 6 and 7.1.
 */
export function toEntities(events: WireEntity[]): EventEntity[];
export function toEntities(events: WireEntity[], actions: WireAction[]): Entity[];
export function toEntities(events: WireEntity[], actions: WireAction[] = []): Entity[] {
  const merged: Entity[] = [
    ...actions.map((wire, index) => toActionEntity(wire, `actions__${index}`)),
    ...events.map((wire, index) => toEventEntity(wire, `events__${index}`)),
  ];
  const sorted = merged.toSorted((a, b) => (a.order || -1) - (b.order || -1));
  for (const [index, entity] of sorted.entries()) entity.order = index;
  return sorted;
}

function toEventEntity(wire: WireEntity, attr: string): EventEntity {
  const id = wire.id === "" ? null : wire.id;
  return { id, type: "events", ...toFields(wire, attr, wire.name || (id ?? "All events")) };
}

function toActionEntity(wire: WireAction, attr: string): ActionEntity {
  return { id: wire.id, type: "actions", ...toFields(wire, attr, wire.name || `Action ${wire.id}`) };
}

function toFields(wire: WireEntity | WireAction, attr: string, name: string): EntityFields {
  return {
    order: wire.order ?? 0,
    name,
    custom_name: wire.custom_name?.trim() || null,
    ...parseMath(wire, attr),
    properties: parseFilters(wire.properties, `${attr}__properties`),
  };
}

/** An entity that says which kind it is by its `type`, as retention's do. @default an event */
export const AnyWireEntity = v.variant("type", [
  v.object({ ...WireAction.entries, type: v.literal("actions") }),
  v.object({ ...WireEntity.entries, type: v.optional(v.literal("events"), "events") }),
]);
export type AnyWireEntity = v.InferOutput<typeof AnyWireEntity>;

/** The entity that a field of its own names. @throws HogletError 400 naming the field */
export function toEntity(wire: AnyWireEntity, attr: string): Entity {
  if (wire.type === "actions") return { ...toActionEntity(wire, attr), order: 0 };
  return { ...toEventEntity(wire, attr), order: 0 };
}
