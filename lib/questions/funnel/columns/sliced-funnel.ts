import { asksAllSegments } from "../../../engines/columns/runner.ts";
import type { EntityKind } from "../../../port/actors.ts";
import type { FunnelPlan } from "../plan.ts";

/**
 * The actors whose rows a funnel looks at apart from those of others; null = its lines are values that are ranked over all rows, or its
 * actors are values that are no property of events.
 */
export function slicedFunnel(funnel: FunnelPlan): EntityKind | null {
  const { actors, breakdown } = funnel;
  const isComputed = actors.by === "values" && (actors.source.type !== "event" || actors.source.as !== "text");
  return breakdown?.by === "values" || isComputed || asksAllSegments(funnel) ? null : actors;
}
