import * as v from "valibot";
import { Count } from "../../base/answer-scalars.ts";
import type { EventValuesPlan } from "./catalogue-plan.ts";
import type { Context } from "../context.ts";
import type { Project } from "../../admin/projects/index.ts";

/** Filters for values. */
export const EventValuesQuery = v.object({
  /** Name of the property; empty or absent = an empty answer. */
  key: v.optional(v.string(), ""),
  /** Events of this name alone; empty = absent. */
  event_name: v.optional(v.string(), ""),
  /** Keep values whose text contains this, in any letter case; empty = absent. */
  value: v.optional(v.pipe(v.union([v.string(), v.number(), v.boolean()]), v.transform(String)), ""),
});
export type EventValuesQuery = v.InferOutput<typeof EventValuesQuery>;
export type EventValuesInput = v.InferInput<typeof EventValuesQuery>;

/** A value of a property, in the text that filters compare with, and how many events have it. */
export const EventValue = v.pipe(
  v.object({ name: v.string(), count: Count }),
  v.examples([{ name: "Chrome", count: 12 }]),
);
export interface EventValue extends v.InferOutput<typeof EventValue> {}

/** Values in an answer at most, as of persons' properties. */
const LIMIT = 20;

/**
 * The most frequent values of a property of events: 20 at most, by count, where equal by text. All events are counted, but of a
 * property with very many values (more than 20,000 in one block of the log) only the newest 250,000 or so.
 */
export async function listEventValues(
  { engine }: Pick<Context, "engine">,
  project: Project,
  { key, event_name: event, value }: EventValuesQuery,
): Promise<EventValue[]> {
  if (key === "") return [];
  const contains = value.toLowerCase();
  return engine.ask<EventValuesPlan>({
    kind: "event-values",
    projectId: project.id,
    event: event || null,
    key,
    contains,
    limit: LIMIT,
  });
}
