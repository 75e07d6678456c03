import * as v from "valibot";
import { Count } from "../../base/answer-scalars.ts";
import type { EventValuesPlan } from "./catalogue-plan.ts";
import type { Context } from "../context.ts";
import type { Project } from "../../admin/projects/index.ts";

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

/** Most values in an answer, as for persons' properties. */
const LIMIT = 20;

/**
 * The most frequent values of a property of events: up to 20, by count, then by text. All events are counted; of a
 * property with more than 20,000 values in one block of the log, only about the newest 250,000.
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
