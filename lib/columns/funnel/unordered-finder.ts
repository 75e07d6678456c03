import type { Finder } from "./attempt-finder.ts";
import type { FunnelRules } from "./funnel-rules.ts";
import { Moments } from "./moments.ts";

/**
 * Finds the attempts of unordered funnels: for each step, those that begin with it and go round the others. It walks an
 * actor's rows backwards, so that what comes from a moment on is known there; times are given sorted, missing ones last.
 */
export function createUnorderedFinder({ count, stepBits, repeats }: FunnelRules): Finder {
  const moments = Array.from({ length: count }, () => new Moments());
  const round = new Float64Array(count);
  const opened = new Uint32Array(count);

  /** The times of an attempt from a step on, in the order of going round. */
  const goRound = (start: number, ms: number) => {
    round[0] = ms;
    for (let index = 1; index < count; index++) {
      const step = (start + index) % count;
      // NaN, where the step before never came, finds nothing either.
      if (repeats[step] === 1) round[index] = moments[step]!.firstAfter(round[index - 1]!);
      else round[index] = moments[step]!.firstFrom(ms);
    }
    // Numbers ascending, NaN last.
    round.sort();
  };
  return ({ times, steps, from, until }, starts, found) => {
    for (const step of moments) step.clear();
    let row = until - 1;
    while (row >= from) {
      const ms = times[row]!;
      opened.fill(0);
      for (; row >= from && times[row] === ms; row--) {
        for (let step = 0; step < count; step++) if ((steps[row]! & stepBits[step]!) !== 0) opened[step]! += 1;
      }
      for (let step = 0; step < count; step++) if (opened[step]! > 0) moments[step]!.push(ms);
      for (let step = 0; step < count; step++) {
        if (opened[step] === 0 || starts[step] === 0) continue;
        goRound(step, ms);
        found(ms, opened[step]!, round, 0);
      }
    }
  };
}
