import { eachPage, pagesOf } from "../shared/actor-pages.ts";
import type { Context } from "../context.ts";
import type { PersonEvents } from "../../people/cohorts/index.ts";
import type { TrendActorList } from "./plan.ts";

/**
 * Counts the selected events of each person, by the person's number. Persons without such an event are left out, and so are
 * events without a person.
 */
export async function countPersonEvents(
  ctx: Pick<Context, "db" | "engine" | "clock">,
  { projectId, range, anyOf, filter }: PersonEvents,
): Promise<Map<number, number>> {
  const list: TrendActorList = {
    kind: "trend-actors",
    projectId,
    range,
    valueRange: range,
    sessionRange: range,
    select: { anyOf: [...anyOf], filter, needsPerson: true, needsSession: false },
    breakdown: null,
    line: { type: "whole" },
    actors: { by: "persons" },
    value: { by: "events" },
    // By keys, since a count may grow during the walk.
    order: "keys",
  };
  const counts = new Map<number, number>();
  for await (const page of eachPage(pagesOf(ctx, list))) {
    if (page.by !== "persons") continue;
    // Personless actors have negative numbers.
    for (const [index, id] of page.ids.entries()) if (id > 0) counts.set(id, page.values?.[index] ?? 0);
  }
  return counts;
}
