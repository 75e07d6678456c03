import type { Finder } from "./attempt-finder.ts";
import type { FunnelRules } from "./funnel-rules.ts";

/**
 * Finds the attempts of ordered funnels. It walks an actor's rows backwards and keeps for each step but the first the chain
 * of times that the first row from here on gives: steps² numbers, and for a row as many copies as the steps it matches have
 * after them.
 *
 * Rows of one moment are one: their order is of no account, and a step may be served by the row that served the one before,
 * unless it is a repeat, which looks at the chains as they were after that moment.
 */
export function createOrderedFinder({ count, stepBits, repeats }: FunnelRules): Finder {
  const chains = new Float64Array((count + 1) * count).fill(NaN);
  const older = new Float64Array((count + 1) * count);
  // At which row a chain was changed last, −1 = it is empty: its state before is in `older` as long as that moment lasts.
  const changedAt = new Int32Array(count + 1).fill(-1);
  const first = stepBits[0]!;

  /** The chain that step `step` − 1 goes on with. */
  const next = (step: number, moment: number) =>
    step < count && repeats[step] === 1 && changedAt[step] === moment ? older : chains;

  return ({ times, values: steps, from, until }, _, found) => {
    if (!hasBit(steps, from, until, first)) return;
    // Most actors did few of the steps.
    for (let step = 1; step < count; step++) {
      if (changedAt[step] === -1) continue;
      changedAt[step] = -1;
      for (let place = step; place < count; place++) chains[step * count + place] = NaN;
    }
    let row = until - 1;
    while (row >= from) {
      const moment = row;
      const ms = times[row]!;
      let bits = steps[row]!;
      let opened = (bits & first) === 0 ? 0 : 1;
      for (row--; row >= from && times[row] === ms; row--) {
        bits |= steps[row]!;
        if ((steps[row]! & first) !== 0) opened++;
      }
      for (let step = count - 1; step > 0; step--) {
        if ((bits & stepBits[step]!) === 0) continue;
        const base = step * count;
        if (repeats[step] === 1) {
          for (let place = step; place < count; place++) older[base + place] = chains[base + place]!;
        }
        changedAt[step] = moment;
        const source = next(step + 1, moment);
        chains[base + step] = ms;
        for (let place = step + 1; place < count; place++) chains[base + place] = source[base + count + place]!;
      }
      if (opened > 0) found(ms, opened, next(1, moment), count);
    }
  };
}

function hasBit(steps: Uint32Array, from: number, until: number, bit: number): boolean {
  for (let row = from; row < until; row++) if ((steps[row]! & bit) !== 0) return true;
  return false;
}
