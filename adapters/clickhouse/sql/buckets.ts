import { list } from "./literals.ts";

/** A list of instants. */
export function instants(ms: readonly number[]): string {
  return `CAST([${list(ms)}], 'Array(Int64)')`;
}

/** An instant of any time. */
const ANY_TIME = { fromMs: -Infinity, untilMs: Infinity };

/**
 * The place of the last edge at or before an instant, from 0; −1 = it is before them all. The edges come from the plan.
 * @param known a stretch of time that the instant is in
 */
export function bucketOf(edgesMs: readonly number[], ms = "ms", known = ANY_TIME): string {
  const [first = 0] = edgesMs;
  if (edgesMs.length === 1) return `if(${ms} >= ${first}, toInt64(0), toInt64(-1))`;
  const stepMs = stepOf(edgesMs);
  if (stepMs !== null) {
    const place = `intDiv(${ms} - ${first}, ${stepMs})`;
    if (known.fromMs >= first && known.untilMs <= first + edgesMs.length * stepMs) return place;
    return `if(${ms} >= ${first}, least(${place}, toInt64(${edgesMs.length - 1})), toInt64(-1))`;
  }
  const places = `CAST([${list(edgesMs.map((_, place) => place))}], 'Array(Int64)')`;
  return `if(${ms} >= ${first}, transform(roundDown(${ms}, ${instants(edgesMs)}), ${instants(edgesMs)}, ${places}, toInt64(-1)), toInt64(-1))`;
}

/** As `bucketOf`, for instants that are not before the first edge; others have place 0. */
export function laterBucketOf(edgesMs: readonly number[], ms: string): string {
  const [first = 0] = edgesMs;
  const stepMs = stepOf(edgesMs);
  return stepMs === null
    ? `greatest(${bucketOf(edgesMs, ms)}, 0)`
    : `least(intDiv(greatest(${ms}, ${first}) - ${first}, ${stepMs}), ${edgesMs.length - 1})`;
}

/** The distance of edges, where it is the same for all, as of days without a change of the clock: they need no look-up. Else null. */
function stepOf([first = 0, second = first, ...others]: readonly number[]): number | null {
  const stepMs = second - first;
  return stepMs > 0 && others.every((edge, place) => edge === first + (place + 2) * stepMs) ? stepMs : null;
}
