import { asksAllSegments } from "../../../engines/columns/runner.ts";
import type { EntityKind } from "../../../port/actors.ts";
import type { FunnelPlan } from "../plan.ts";

/**
 * The kind of actors by which a funnel's rows can be sliced; null = its lines are ranked over all rows, or its actors
 * are not a property of events.
 */
export function slicedFunnel(funnel: FunnelPlan): EntityKind | null {
  const { actors, breakdown } = funnel;
  const isComputed = actors.by === "values" && (actors.source.type !== "event" || actors.source.as !== "text");
  return breakdown?.by === "values" || isComputed || asksAllSegments(funnel) ? null : actors;
}
