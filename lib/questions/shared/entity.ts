import * as v from "valibot";
import { FiltersField } from "../../events/filters/index.ts";
import type { FilterGroup } from "../../events/filters/index.ts";
import { writtenAs } from "../../base/written-as.ts";
import { listOf } from "./fields.ts";
import { mathEntries } from "./math.ts";
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

/** An event with how it is counted; the wire's `action` of a series. */
export interface EventEntity extends EntityFields {
  /** Name of the event; null = any event. */
  id: string | null;
  type: "events";
  /** Events and actions that count together as this series, in place of `id`; absent = the event `id` alone. */
  members?: EntityMember[];
  operator?: "OR" | "AND";
}

/** One of several events or actions in an entity. */
export type EntityMember = { properties: FilterGroup } & (
  | { id: string | null; type: "events" }
  | { id: number; type: "actions" }
);

/** An action with how it is counted; its name is known when it is looked up. */
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

/** One of several events or actions counted together. */
const MemberInput = v.variant("type", [
  v.object({ id: ActionId, type: v.literal("actions"), properties }),
  v.object({ id: EventId, type: v.optional(v.literal("events"), "events"), properties }),
]);

/** An event that is counted, or a step of a funnel. Source: reference/insights.md 6 and 7.1. */
export const EventEntityInput = v.object({
  /** Name of the event; null or empty = any event. */
  id: EventId,
  type: v.nullish(v.literal("events")),
  /** Entities that count together as one series; `id` says nothing then. */
  members: v.nullish(listOf(MemberInput)),
  /** OR: events that are any of the members; AND: events that are all of them. @default "OR" */
  operator: v.nullish(v.picklist(["OR", "AND"])),
  ...commonEntries,
});
export type EventEntityInput = v.InferInput<typeof EventEntityInput>;

/** An action that is counted, or a step of a funnel; an action that does not exist makes the whole answer empty. */
export const ActionEntityInput = v.object({
  /** Id of the action, or its text. */
  id: ActionId,
  type: v.nullish(v.literal("actions")),
  ...commonEntries,
});
export type ActionEntityInput = v.InferInput<typeof ActionEntityInput>;

/**
 * The counted entities: actions before events, then stable by `order`, where missing and 0 come first. Without any the answer is
 * empty. Source: reference/insights.md 6 and 7.1.
 */
export const seriesEntries = {
  /** Events, by name. @default [] */
  events: v.nullish(listOf(EventEntityInput), []),
  /** Actions, by id. @default [] */
  actions: v.nullish(listOf(ActionEntityInput), []),
};

/** @throws HogletError 400 for more series than an insight can have */
export function expectFewSeries(entities: readonly Entity[]): void {
  const { series } = requestLimits;
  const most = entities.reduce(
    (count, entity) => Math.max(count, entity.type === "events" ? (entity.members ?? []).length : 0),
    entities.length,
  );
  if (most > series) throw invalid("series", `Expected at most ${series} series but received ${most}.`);
}

/** An event, or by `type: "actions"` an action. @default an event */
export const EntityInput = v.variant("type", [
  v.object({ ...ActionEntityInput.entries, type: v.literal("actions") }),
  v.object({ ...EventEntityInput.entries, type: v.optional(v.literal("events"), "events") }),
]);
export type EntityInput = v.InferInput<typeof EntityInput>;
