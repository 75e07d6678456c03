import { list } from "./literals.ts";

/** A list of instants. */
export function instants(ms: readonly number[]): string {
  return `CAST([${list(ms)}], 'Array(Int64)')`;
}

/** The place of the last edge at or before an instant, from 0; −1 = it is before them all. The edges come from the plan. */
export function bucketOf(edgesMs: readonly number[], ms = "ms"): string {
  const [first = 0] = edgesMs;
  if (edgesMs.length === 1) return `if(${ms} >= ${first}, toInt64(0), toInt64(-1))`;
  const last = edgesMs.length - 1;
  const stepMs = (edgesMs[1] ?? first) - first;
  // Equal steps, as of days without a change of the clock, need no look-up.
  if (stepMs > 0 && edgesMs.every((edge, place) => edge === first + place * stepMs))
    return `if(${ms} >= ${first}, least(intDiv(${ms} - ${first}, ${stepMs}), toInt64(${last})), toInt64(-1))`;
  const places = `CAST([${list(edgesMs.map((_, place) => place))}], 'Array(Int64)')`;
  return `if(${ms} >= ${first}, transform(roundDown(${ms}, ${instants(edgesMs)}), ${instants(edgesMs)}, ${places}, toInt64(-1)), toInt64(-1))`;
}
