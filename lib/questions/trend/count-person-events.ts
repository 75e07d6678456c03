import { ask } from "../shared/ask.ts";
import type { Context } from "../context.ts";
import type { PersonEvents } from "../../people/cohorts/index.ts";
import type { TrendActorsPlan } from "./plan.ts";

/**
 * Counts the selected events of each person, by the person's number. Persons without such an event are left out, and so are
 * events without a person.
 */
export async function countPersonEvents(
  ctx: Pick<Context, "db" | "engine">,
  { projectId, range, anyOf, filter }: PersonEvents,
): Promise<Map<number, number>> {
  const plan: TrendActorsPlan = {
    kind: "trend-actors",
    projectId,
    range,
    busyRange: null,
    valueRange: range,
    sessionRange: range,
    select: { anyOf: [...anyOf], filter, needsPerson: true, needsSession: false },
    breakdown: null,
    line: { type: "whole" },
    actors: { by: "persons" },
    value: { by: "events" },
  };
  const found = await ask(ctx, plan);
  const counts = new Map<number, number>();
  if (found.by !== "persons") return counts;
  // Personless actors have negative numbers.
  for (const [index, id] of found.ids.entries()) if (id > 0) counts.set(id, found.values?.[index] ?? 0);
  return counts;
}
