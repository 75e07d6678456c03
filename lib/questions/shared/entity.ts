import * as v from "valibot";
import { FiltersField, parseFilters } from "../../events/filters/index.ts";
import type { FilterGroup } from "../../events/filters/index.ts";
import { writtenAs } from "../../base/written-as.ts";
import { listOf } from "./fields.ts";
import { mathEntries, parseMath } from "./math.ts";
import type { EntityMath } from "./math.ts";
import { requestLimits } from "../../base/request-limits.ts";
import { invalid } from "../../base/errors.ts";

interface EntityFields extends EntityMath {
  /** Position among the query's entities, 0 to n−1. */
  order: number;
  /** Its name in labels: the query's, else the id of an event or the name of an action. */
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
  /** The events and actions that it is in place of the event; absent = it is the event. */
  members?: EntityMember[];
  operator?: "OR" | "AND";
}

/** One of several events or actions that are one entity. */
export type EntityMember = { properties: FilterGroup } & (
  | { id: string | null; type: "events" }
  | { id: number; type: "actions" }
);

/** One action of a query, with how to count it; its name is known once the action has been looked up. */
export interface ActionEntity extends EntityFields {
  id: number;
  type: "actions";
}

export type Entity = EventEntity | ActionEntity;

const commonEntries = {
  /** Position among `events` and `actions`, ascending. Equal or absent: actions come first, then as listed. */
  order: v.nullish(writtenAs<number>()(v.pipe(v.union([v.number(), v.string()]), v.transform(Number), v.number()))),
  /** The name that labels show. @default the name of the event or the action */
  name: v.nullish(v.string()),
  /** A name of yours, given back in answers; no label shows it. */
  custom_name: v.nullish(v.string()),
  ...mathEntries,
  /** Events of this name (or action) that do not pass do not count; filters of every type. */
  properties: v.optional(FiltersField),
};

/** Name of the event; null or empty = any event. */
const EventId = v.union([v.null(), v.string(), v.pipe(v.number(), v.transform(String))]);
/** Id of the action, or its text. */
const ActionId = v.pipe(
  v.union([v.number(), v.pipe(v.string(), v.regex(/^\d{1,15}$/, "Expected the id of an action."))]),
  v.transform(Number),
);

const { properties } = commonEntries;

/** One of several events or actions that are counted together. */
const MemberInput = v.variant("type", [
  v.object({ id: ActionId, type: v.literal("actions"), properties }),
  v.object({ id: EventId, type: v.optional(v.literal("events"), "events"), properties }),
]);

/** An event that is counted, or a step of a funnel. Source: reference/insights.md 6 and 7.1. */
export const EventEntityInput = v.object({
  /** Name of the event; null or empty = any event. */
  id: EventId,
  type: v.nullish(v.literal("events")),
  /** Counts these together instead, as one series; `id` says nothing then. */
  members: v.nullish(listOf(MemberInput)),
  /** OR: events that are any of the members; AND: events that are all of them. @default "OR" */
  operator: v.nullish(v.picklist(["OR", "AND"])),
  ...commonEntries,
});
export type EventEntityInput = v.InferInput<typeof EventEntityInput>;
type WireEvent = v.InferOutput<typeof EventEntityInput>;

/** An action that is counted, or a step of a funnel; an action that does not exist makes the whole answer empty. */
export const ActionEntityInput = v.object({
  /** Id of the action, or its text. */
  id: ActionId,
  type: v.nullish(v.literal("actions")),
  ...commonEntries,
});
export type ActionEntityInput = v.InferInput<typeof ActionEntityInput>;
type WireAction = v.InferOutput<typeof ActionEntityInput>;

/** The counted entities: without events and actions the answer is empty. */
export const seriesEntries = {
  /** Events, by name. @default [] */
  events: v.nullish(listOf(EventEntityInput), []),
  /** Actions, by id. @default [] */
  actions: v.nullish(listOf(ActionEntityInput), []),
};

/**
 * Merges entities into their order — actions before events, then stable by `order`, where missing and 0 come first —
 * numbers them again from 0, and fills in names.
 * @throws HogletError 400 naming the field; `unsupported` for maths of later versions.
 * Source: reference/insights.md 6 and 7.1.
 */
export function toEntities(events: WireEvent[]): EventEntity[];
export function toEntities(events: WireEvent[], actions: WireAction[]): Entity[];
export function toEntities(events: WireEvent[], actions: WireAction[] = []): Entity[] {
  const merged: Entity[] = [
    ...actions.map((wire, index) => toActionEntity(wire, `actions__${index}`)),
    ...events.map((wire, index) => toEventEntity(wire, `events__${index}`)),
  ];
  const sorted = merged.toSorted((a, b) => (a.order || -1) - (b.order || -1));
  for (const [index, entity] of sorted.entries()) entity.order = index;
  return sorted;
}

/** @throws HogletError 400 for more series than an insight can have */
export function expectFewSeries(entities: readonly Entity[]): void {
  const { series } = requestLimits;
  const most = entities.reduce(
    (count, entity) => Math.max(count, entity.type === "events" ? (entity.members ?? []).length : 0),
    entities.length,
  );
  if (most > series) throw invalid("series", `Expected at most ${series} series but received ${most}.`);
}

function toEventEntity(wire: WireEvent, attr: string): EventEntity {
  const members = (wire.members ?? []).map((member, index) => toMember(member, `${attr}__members__${index}`));
  const id = wire.id === "" || members.length > 0 ? null : wire.id;
  const name = members.length > 0 ? members.map(memberName).join(", ") : (id ?? "All events");
  const several = members.length === 0 ? {} : { members, operator: wire.operator ?? "OR" };
  return { id, type: "events", ...several, ...toFields(wire, attr, wire.name || name) };
}

function toMember(wire: v.InferOutput<typeof MemberInput>, attr: string): EntityMember {
  const own = parseFilters(wire.properties, `${attr}__properties`);
  if (wire.type === "actions") return { id: wire.id, type: wire.type, properties: own };
  return { id: wire.id === "" ? null : wire.id, type: wire.type, properties: own };
}

function memberName({ id, type }: EntityMember): string {
  return type === "actions" ? `Action ${id}` : (id ?? "All events");
}

function toActionEntity(wire: WireAction, attr: string): ActionEntity {
  return { id: wire.id, type: "actions", ...toFields(wire, attr, wire.name || `Action ${wire.id}`) };
}

function toFields(wire: WireEvent | WireAction, attr: string, name: string): EntityFields {
  return {
    order: wire.order ?? 0,
    name,
    custom_name: wire.custom_name?.trim() || null,
    ...parseMath(wire, attr),
    properties: parseFilters(wire.properties, `${attr}__properties`),
  };
}

/** An event, or by `type: "actions"` an action. @default an event */
export const EntityInput = v.variant("type", [
  v.object({ ...ActionEntityInput.entries, type: v.literal("actions") }),
  v.object({ ...EventEntityInput.entries, type: v.optional(v.literal("events"), "events") }),
]);
export type EntityInput = v.InferInput<typeof EntityInput>;

/** The entity that a field of its own names. @throws HogletError 400 naming the field */
export function toEntity(wire: v.InferOutput<typeof EntityInput>, attr: string): Entity {
  if (wire.type === "actions") return { ...toActionEntity(wire, attr), order: 0 };
  return { ...toEventEntity(wire, attr), order: 0 };
}
