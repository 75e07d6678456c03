import type { Actors, FunnelActorsPlan } from "../../insights/index.ts";
import { listActors } from "../units/list-actors.ts";
import { namedUnits } from "../units/named-units.ts";
import type { Question } from "../question.ts";
import { findUnits } from "./find-units.ts";

/** Finds who is behind a point of a funnel. */
export function runFunnelActors(question: Question, plan: FunnelActorsPlan): Actors {
  const named = namedUnits(plan.funnel.actors, question);
  const { placeOf } = findUnits(question, plan, named);
  return listActors(question, named, (unit) => (placeOf[unit] ?? 0) > 0).actors;
}
