import type { Finder } from "./attempt-finder.ts";
import type { FunnelRules } from "./funnel-rules.ts";
import { Moments } from "./moments.ts";

/**
 * Finds the attempts of unordered funnels: for each step, those that begin with it and go round the others. It walks an
 * actor's rows backwards, so that what comes from a moment on is known there; times are given sorted, missing ones last.
 */
export function createUnorderedFinder({ count, stepBits, repeats }: FunnelRules): Finder {
  // When each step comes next. None of the moments known by now is earlier than the one that is looked at.
  const next = new Float64Array(count);
  const hasRepeats = repeats.includes(1);
  const moments = Array.from({ length: hasRepeats ? count : 0 }, () => new Moments());
  const round = new Float64Array(count);
  const opened = new Uint32Array(count);

  /** The times of an attempt from a step on, in the order of going round. */
  const goRound = (start: number, ms: number) => {
    round[0] = ms;
    for (let index = 1; index < count; index++) {
      const step = (start + index) % count;
      // NaN, where the step before never came, finds nothing either.
      if (repeats[step] === 1) round[index] = moments[step]!.firstAfter(round[index - 1]!);
      else round[index] = next[step]!;
    }
  };
  const readNext = () => {
    for (let step = 0; step < count; step++) round[step] = next[step]!;
  };
  return ({ times, values, from, until }, starts, found) => {
    for (const step of moments) step.clear();
    for (let step = 0; step < count; step++) next[step] = NaN;
    let row = until - 1;
    while (row >= from) {
      const ms = times[row]!;
      for (let step = 0; step < count; step++) opened[step] = 0;
      for (; row >= from && times[row] === ms; row--) {
        const bits = values[row]!;
        for (let step = 0; step < count; step++) if ((bits & stepBits[step]!) !== 0) opened[step]! += 1;
      }
      for (let step = 0; step < count; step++) {
        if (opened[step] === 0) continue;
        next[step] = ms;
        if (hasRepeats) moments[step]!.push(ms);
      }
      let isRead = false;
      for (let step = 0; step < count; step++) {
        if (opened[step] === 0 || starts[step] === 0) continue;
        // Without repeats it is the same from wherever one goes round.
        if (hasRepeats) goRound(step, ms);
        else if (!isRead) readNext();
        if (hasRepeats || !isRead) sortFew(round);
        isRead = true;
        found(ms, opened[step]!, round, 0);
      }
    }
  };
}

/** Numbers ascending, NaN last; by insertion, since they are as few as steps. */
function sortFew(numbers: Float64Array): void {
  for (let place = 1; place < numbers.length; place++) {
    const number = numbers[place]!;
    // NaN stays where it is.
    if (number !== number) continue;
    let at = place;
    for (; at > 0 && !(numbers[at - 1]! <= number); at--) numbers[at] = numbers[at - 1]!;
    numbers[at] = number;
  }
}
