import { invalid } from "../../base/errors.ts";
import type { FunnelQuery } from "./question.ts";

/** Steps that may be left out, by their places among all steps. */
export type OptionalSteps = ReadonlySet<number>;

/**
 * A funnel whose optional steps are left out, or all but some. Those who took an optional step took it after the required steps before
 * it; it is nothing to later steps. So a funnel with optional steps is several funnels: that of the required steps, and for each
 * optional step that of the required steps before it and itself.
 */
export interface StepPath {
  query: FunnelQuery;
  /** The steps in their order, by their places among all steps. Further steps of `query` only give values to breakdowns. */
  places: number[];
}

/** @throws HogletError 400 where an optional step has no meaning. @param isOptional of each step */
export function readOptionalSteps(
  isOptional: readonly boolean[],
  order: FunnelQuery["funnel_order_type"],
): OptionalSteps {
  const optional = new Set(isOptional.flatMap((each, place) => (each ? [place] : [])));
  const [first] = optional;
  if (first === undefined) return optional;
  const attr = `series__${first}__optionalInFunnel`;
  if (first === 0) throw invalid(attr, "The first step of a funnel is not optional.");
  if (order !== "ordered") throw invalid(attr, "Steps are optional in ordered funnels only.");
  return optional;
}

/** The required steps, and the given ones. @param until the last step of the path; absent = the last of all */
export function toStepPath(
  query: FunnelQuery,
  optional: OptionalSteps,
  { keep = [], until = query.entities.length - 1 }: { keep?: readonly number[]; until?: number } = {},
): StepPath {
  const all = [...query.entities.keys()];
  if (optional.size === 0) return { query, places: all };
  const isKept = (place: number) => place <= until && (!optional.has(place) || keep.includes(place));
  const places = all.filter(isKept);
  if (places.length === all.length) return { query, places };
  // Every step decides the value of the breakdown: the others come last, where nobody is counted by them.
  const others = query.breakdown?.by === "values" ? all.filter((place) => !isKept(place)) : [];
  const order = [...places, ...others];
  return { places, query: { ...query, ...reordered(query, order, places) } };
}

function reordered(
  { entities, exclusions, toStep, ...query }: FunnelQuery,
  order: readonly number[],
  places: readonly number[],
): Partial<FunnelQuery> {
  /** The last kept step up to a step, and the first from it on. */
  const upTo = (step: number) =>
    Math.max(
      0,
      places.findLastIndex((place) => place <= step),
    );
  const from = (step: number) => {
    const at = places.findIndex((place) => place >= step);
    return at === -1 ? places.length - 1 : at;
  };
  return {
    entities: order.map((place, index) => Object.assign({}, entities[place], { order: index })),
    exclusions: exclusions
      .map((exclusion) => ({ ...exclusion, fromStep: upTo(exclusion.fromStep), toStep: from(exclusion.toStep) }))
      .filter(({ fromStep, toStep: end }) => fromStep < end),
    funnel_from_step: upTo(query.funnel_from_step),
    toStep: from(toStep),
    breakdown_attribution_value: Math.max(0, order.indexOf(query.breakdown_attribution_value)),
  };
}
