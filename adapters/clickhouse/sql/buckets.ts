import { list } from "./literals.ts";

export function instants(ms: readonly number[]): string {
  return `CAST([${list(ms)}], 'Array(Int64)')`;
}

const ANY_TIME = { fromMs: -Infinity, untilMs: Infinity };

/**
 * The last edge at or before an instant, from 0; −1 = the instant is before all.
 * @param known range of the instant
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

/** `bucketOf` for instants at or after the first edge; others have place 0. */
export function laterBucketOf(edgesMs: readonly number[], ms: string): string {
  const [first = 0] = edgesMs;
  const stepMs = stepOf(edgesMs);
  return stepMs === null
    ? `greatest(${bucketOf(edgesMs, ms)}, 0)`
    : `least(intDiv(greatest(${ms}, ${first}) - ${first}, ${stepMs}), ${edgesMs.length - 1})`;
}

/** The distance of edges if all are equal, as for days without a change of the clock: no look-up then. Else null. */
function stepOf([first = 0, second = first, ...others]: readonly number[]): number | null {
  const stepMs = second - first;
  return stepMs > 0 && others.every((edge, place) => edge === first + (place + 2) * stepMs) ? stepMs : null;
}
