import type { FunnelActorsPlan } from "../funnel-plan.ts";
import type { Actors } from "../../../port/actors.ts";
import { listActors } from "../../../engines/columns/units/list-actors.ts";
import { namedUnits } from "../../../engines/columns/units/named-units.ts";
import type { Question } from "../../../engines/columns/question.ts";
import { findUnits } from "./find-units.ts";

/** Finds who is behind a point of a funnel. */
export function runFunnelActors(question: Question, plan: FunnelActorsPlan): Actors {
  const named = namedUnits(plan.funnel.actors, question);
  const { placeOf } = findUnits(question, plan, named);
  return listActors(question, named, (unit) => (placeOf[unit] ?? 0) > 0).actors;
}
