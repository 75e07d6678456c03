import type { CorrelationAnswer, CorrelationPlan } from "../plan.ts";
import { findEntities, toIntervals } from "../../funnel/columns/find-entities.ts";
import { namedEntities } from "../../../engines/columns/entities/named-entities.ts";
import type { Execution } from "../../../engines/columns/execution.ts";
import { countEventProperties } from "./event-properties.ts";
import { countEvents } from "./events.ts";
import { strongestItems } from "../correlation-score.ts";
import { mergeCorrelation } from "./merge-parts.ts";
import { countProperties } from "./properties.ts";

/** Counts what actors who finished a funnel, and actors who did not, have in common. Source: insights.md 12. */
export function runCorrelation(execution: Execution, plan: CorrelationPlan): CorrelationAnswer {
  // Each thread has actors of its own; the first thread chooses items among all.
  const parts = execution.actorWorkers.collect(countItems(execution, plan));
  const { items, ...actors } = mergeCorrelation(parts);
  const { what } = plan;
  const counted =
    what.by === "event_properties" ? items.filter(({ success, failure }) => success + failure > what.minActors) : items;
  return strongestItems({ ...actors, items: counted }, plan);
}

/** The items of this thread's actors, in no particular order. */
function countItems(execution: Execution, plan: CorrelationPlan): CorrelationAnswer {
  const { funnel, entered, what } = plan;
  const named = namedEntities(funnel.actors, execution);
  const point = { by: "furthest" as const, steps: entered };
  const found = findEntities(
    execution,
    { kind: "funnel-actors", funnel, point, line: null, did: null },
    named.entityIds,
  );
  const isSuccess = Uint8Array.from(found.furthest.toArray(), (furthest) => (furthest === funnel.steps.length ? 1 : 0));
  const success = isSuccess.reduce((sum, is) => sum + is, 0);
  const actors = { found, named, isSuccess, success, ...toIntervals({ funnel }, found) };
  const rest = { success, failure: isSuccess.length - success };
  switch (what.by) {
    case "events":
      return { ...rest, items: countEvents(execution, plan, { what, actors }) };
    case "event_properties":
      return { ...rest, items: countEventProperties(execution, plan, { what, actors }) };
    case "properties":
      return { ...rest, items: countProperties(execution, what, actors) };
  }
}
