import { asksAllSegments } from "../../../engines/columns/runner.ts";
import type { EntityKind } from "../../../port/actors.ts";
import type { ActorsFunnelPlan, FunnelPlan } from "../plan.ts";

/** The actors whose rows a funnel looks at apart from those of others; null = its lines are values that are ranked over all rows. */
export function slicedFunnel(funnel: FunnelPlan | ActorsFunnelPlan): EntityKind | null {
  return funnel.breakdown?.by === "values" || asksAllSegments(funnel) ? null : funnel.actors;
}
