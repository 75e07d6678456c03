import type { Finder } from "./attempt-finder.ts";
import type { FunnelRules } from "./funnel-rules.ts";

/** Finds the attempts of strict funnels: step i is the i-th row after the one that begins, or it never comes. */
export function createStrictFinder({ count, stepBits }: FunnelRules): Finder {
  const found = new Float64Array(count);
  const first = stepBits[0]!;
  return ({ times, values: steps, from, until }, _, add) => {
    for (let row = from; row < until; row++) {
      if ((steps[row]! & first) === 0) continue;
      for (let step = 0; step < count; step++) {
        const at = row + step;
        found[step] = at < until && (steps[at]! & stepBits[step]!) !== 0 ? times[at]! : NaN;
      }
      add(times[row]!, 1, found, 0);
    }
  };
}
