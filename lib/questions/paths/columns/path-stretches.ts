import type { PathsPlan } from "../plan.ts";
import { findEntities } from "../../funnel/columns/find-entities.ts";
import { toEnd } from "../../funnel/columns/funnel-rules.ts";
import { actorIds } from "../../../engines/columns/entities/entity-ids.ts";
import type { Execution } from "../../../engines/columns/execution.ts";

/** The first and the last ms, by actor, of which events count; nothing counts where the first is after the last. */
export interface Stretches {
  fromMs: Float64Array;
  toMs: Float64Array;
}

/** The part of each actor's events that a funnel leaves; null = there is no funnel. Source: insights.md 12b.4. */
export function findStretches(execution: Execution, { funnel }: PathsPlan): Stretches | null {
  if (funnel === null) return null;
  const { actors, fromStep, toStep, addsWindow } = funnel;
  const { placeOf, timesMs } = findEntities(execution, actors, actorIds(execution));
  const { steps, window } = actors.funnel;
  const endOf = toEnd(window);
  const { actorLimit } = execution.people;
  const stretches = {
    fromMs: new Float64Array(actorLimit).fill(Infinity),
    toMs: new Float64Array(actorLimit).fill(-Infinity),
  };
  for (let actor = 1; actor < placeOf.length; actor++) {
    const place = placeOf[actor]! - 1;
    if (place < 0) continue;
    const base = place * steps.length;
    const lastMs = toStep === null ? Infinity : timesMs.at(base + toStep);
    stretches.fromMs[actor] = fromStep === null ? -Infinity : timesMs.at(base + fromStep);
    stretches.toMs[actor] = addsWindow && toStep !== null ? endOf(lastMs) : lastMs;
  }
  return stretches;
}
