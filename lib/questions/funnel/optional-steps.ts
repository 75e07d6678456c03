import type { FunnelQuery } from "./node.ts";

/**
 * A funnel without its optional steps, or with some of them. An optional step must come after the required steps before
 * it, and later steps do not look at it. So a funnel with optional steps is several funnels: its required steps, and
 * for each optional step the required steps before it and itself.
 */
export interface StepPath {
  query: FunnelQuery;
  /** Places of the steps among all steps. Further steps of `query` only give values to breakdowns. */
  places: number[];
}

/** The required steps, and the given ones. @param until the last step of the path; absent = the last of all */
export function toStepPath(
  query: FunnelQuery,
  { keep = [], until = query.entities.length - 1 }: { keep?: readonly number[]; until?: number } = {},
): StepPath {
  const { optional } = query;
  const all = [...query.entities.keys()];
  if (optional.size === 0) return { query, places: all };
  const isKept = (place: number) => place <= until && (!optional.has(place) || keep.includes(place));
  const places = all.filter(isKept);
  if (places.length === all.length) return { query, places };
  // Every step decides the value of the breakdown, so the other steps come last, where nobody is counted by them.
  const others = query.breakdown?.by === "values" ? all.filter((place) => !isKept(place)) : [];
  const order = [...places, ...others];
  return { places, query: { ...query, ...reordered(query, order, places) } };
}

function reordered(
  { entities, exclusions, fromStep, toStep, attribution }: FunnelQuery,
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
      .filter(({ fromStep: start, toStep: end }) => start < end),
    fromStep: upTo(fromStep),
    toStep: from(toStep),
    attribution: { ...attribution, step: Math.max(0, order.indexOf(attribution.step)) },
  };
}
