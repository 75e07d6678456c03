import type { CorrelationCount, CorrelationPlan, CorrelationWhat } from "../../insights/index.ts";
import { clippedRuns } from "../scan.ts";
import type { Question } from "../question.ts";
import { eachInside } from "./entered-actors.ts";
import type { EnteredActors } from "./entered-actors.ts";
import { PlaceSets } from "./place-sets.ts";

/** Counts the actors who did each event on their way. */
export function countEvents(
  question: Question,
  { range }: CorrelationPlan,
  { what, actors }: { what: Extract<CorrelationWhat, { by: "events" }>; actors: EnteredActors },
): CorrelationCount[] {
  const excepted = new Set(what.exceptNames.map((name) => question.nameId(name)));
  const names = new Map<number, number>();
  const sets = new PlaceSets(actors.isSuccess, 100);
  for (const segment of question.segments) {
    for (const run of clippedRuns(segment, range, (nameId) => !excepted.has(nameId))) {
      const item = names.get(run.eventNameId) ?? names.size;
      eachInside(actors, { segment, start: run.start, end: run.end }, (_, place) => {
        names.set(run.eventNameId, item);
        sets.add(item, place);
      });
    }
  }
  return [...names].map(([nameId, item]) => sets.count(item, { by: "event", event: question.nameOf(nameId) }));
}
