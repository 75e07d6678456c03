import type { FunnelActorsPlan } from "../funnel-plan.ts";
import type { Actors } from "../../../port/actors.ts";
import { listActors } from "../../../engines/columns/entities/list-actors.ts";
import { namedEntities } from "../../../engines/columns/entities/named-entities.ts";
import type { Question } from "../../../engines/columns/question.ts";
import { findEntities } from "./find-entities.ts";

/** Finds who is behind a point of a funnel. */
export function runFunnelActors(question: Question, plan: FunnelActorsPlan): Actors {
  const named = namedEntities(plan.funnel.actors, question);
  const { placeOf } = findEntities(question, plan, named);
  return listActors(question, named, (entityId) => (placeOf[entityId] ?? 0) > 0).actors;
}
