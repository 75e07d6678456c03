import type { Finder } from "./finder.ts";
import type { Attempts } from "./attempts.ts";
import { Exclusions } from "./exclusions.ts";
import type { FunnelRules } from "./funnel-rules.ts";
import { Moments } from "./moments.ts";

/** Up to this many times, insertion is faster than the engine's sort. */
const FEW = 24;

/**
 * Finds the attempts of unordered funnels: for each step, attempts that begin with it and go round the other steps. It
 * walks an actor's rows backwards, so that later rows are known; times are kept sorted, missing ones last.
 */
export function createUnorderedFinder(rules: FunnelRules, attempts: Attempts, onlyBest: boolean): Finder {
  return rules.repeats.includes(1)
    ? createRoundFinder(rules, attempts, onlyBest)
    : createPlainFinder(rules, attempts, onlyBest);
}

/**
 * Finds attempts of funnels without repeated steps: there the start does not matter, only when each step comes next.
 */
function createPlainFinder(rules: FunnelRules, attempts: Attempts, onlyBest: boolean): Finder {
  const { count } = rules;
  const { only, list, offsets } = rules.steps;
  const next = new Float64Array(count);
  const exclusions = rules.exclusions.length === 0 ? null : new Exclusions(rules);
  const add = createAdder(rules, { attempts, onlyBest, exclusions });
  return ({ times, values, from, until }, starts) => {
    next.fill(NaN);
    exclusions?.clear();
    let row = until - 1;
    while (row >= from) {
      const ms = times[row]!;
      let weight = 0;
      for (; row >= from && times[row] === ms; row--) {
        const value = values[row]!;
        exclusions?.see(value, ms);
        const own = only[value]!;
        if (own >= 0) {
          next[own] = ms;
          weight += starts[own]!;
          continue;
        }
        for (let at = offsets[value]!; at < offsets[value + 1]!; at++) {
          const step = list[at]!;
          next[step] = ms;
          weight += starts[step]!;
        }
      }
      if (weight > 0) add(ms, weight, next);
    }
  };
}

function createRoundFinder(rules: FunnelRules, attempts: Attempts, onlyBest: boolean): Finder {
  const { count, repeats } = rules;
  const { list, offsets } = rules.steps;
  // The time of each step's next row, at or after the current row.
  const next = new Float64Array(count);
  const moments = Array.from({ length: count }, () => new Moments());
  const round = new Float64Array(count);
  const opened = new Uint32Array(count);
  const exclusions = rules.exclusions.length === 0 ? null : new Exclusions(rules);
  const add = createAdder(rules, { attempts, onlyBest, exclusions });

  /** The times of an attempt that begins with a step, in the order of going round. */
  const goRound = (start: number, ms: number) => {
    round[0] = ms;
    for (let index = 1; index < count; index++) {
      const step = (start + index) % count;
      // NaN, where the step before never came, finds nothing.
      if (repeats[step] === 1) round[index] = moments[step]!.firstAfter(round[index - 1]!);
      else round[index] = next[step]!;
    }
  };
  return ({ times, values, from, until }, starts) => {
    for (const step of moments) step.clear();
    exclusions?.clear();
    next.fill(NaN);
    let row = until - 1;
    while (row >= from) {
      const ms = times[row]!;
      opened.fill(0);
      for (; row >= from && times[row] === ms; row--) {
        const value = values[row]!;
        exclusions?.see(value, ms);
        for (let at = offsets[value]!; at < offsets[value + 1]!; at++) opened[list[at]!]! += 1;
      }
      for (let step = 0; step < count; step++) {
        if (opened[step] === 0) continue;
        next[step] = ms;
        moments[step]!.push(ms);
      }
      for (let step = 0; step < count; step++) {
        if (opened[step] === 0 || starts[step] === 0) continue;
        goRound(step, ms);
        add(ms, opened[step]!, round);
      }
    }
  };
}

interface Added {
  attempts: Attempts;
  onlyBest: boolean;
  exclusions: Exclusions | null;
}

/**
 * Makes a function that adds the attempt of a start, unless it is discarded. It does not keep the times that it gets.
 */
function createAdder({ count, endOf }: FunnelRules, { attempts, onlyBest, exclusions }: Added) {
  const sorted = new Float64Array(count);
  return (startMs: number, weight: number, stepsMs: Float64Array) => {
    const endMs = endOf(startMs);
    let furthest = 1;
    let known = 0;
    for (let step = 0; step < count; step++) {
      const ms = stepsMs[step]!;
      // NaN fails.
      if (ms >= startMs) known++;
      if (ms > startMs && ms <= endMs) furthest++;
    }
    // Checked before exclusions, since most attempts end here. A discarded attempt could not become the best in either order.
    if (onlyBest && furthest < attempts.best) return;
    if (known === 1 && exclusions === null) {
      attempts.addLonely(weight, startMs);
      return;
    }
    const chain = attempts.openChain();
    const { timesMs } = attempts;
    sorted.set(stepsMs);
    if (count <= FEW) sortFew(sorted);
    // Which puts NaN last too.
    else sorted.sort();
    for (let step = 1; step < count; step++) timesMs[chain + step] = sorted[step]!;
    if (exclusions?.isDiscarded(startMs, timesMs, chain) === true) return;
    attempts.add(furthest, weight, startMs, chain);
  };
}

/** Numbers ascending, NaN last; by insertion, since they are few. */
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
