import type { FunnelPlan, FunnelPoint } from "../plan.ts";
import type { Selection } from "../../../port/selection.ts";
import type { FunnelPlaces } from "./funnel-rules.ts";

/** The distinct selections of a funnel, and where its steps and exclusions are among them. */
export function toSelections({ steps, exclusions, order, between }: FunnelPlan): {
  selections: Selection[];
  places: FunnelPlaces;
} {
  const known = new Map<string, number>();
  const selections: Selection[] = [];
  const toPlace = (select: Selection) => {
    const name = JSON.stringify(select);
    const place = known.get(name) ?? selections.push(select) - 1;
    known.set(name, place);
    return place;
  };
  const places = {
    steps: steps.map(({ select }) => toPlace(select)),
    exclusions: exclusions.map(({ select }) => toPlace(select)),
  };
  if (order === "strict") toPlace(between);
  return { selections, places };
}

/** The steps that an actor must have reached at least for a point to want it. */
export function leastSteps(point: FunnelPoint): number {
  if (point.by === "furthest") return Math.max(1, Math.min(...point.steps));
  return (point.isDropOff ? point.fromStep : point.toStep) + 1;
}
