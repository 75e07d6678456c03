import type { Finder } from "./finder.ts";
import type { Attempts } from "./attempts.ts";
import type { FunnelRules } from "./funnel-rules.ts";
import { toStepTable, valuesOf } from "./value-steps.ts";

/** Finds the attempts of strict funnels: step i is the i-th row after the start, or it never comes. */
export function createStrictFinder(
  { count, steps, repeats, endOf }: FunnelRules,
  attempts: Attempts,
  onlyBest: boolean,
): Finder {
  const isFirst = valuesOf(steps, 0);
  // Bits in a word: a shift is faster than a look-up.
  const firstBits = isFirst.length > 32 ? null : isFirst.reduce((bits, is, value) => bits | (is << value), 0);
  const { table, shift } = toStepTable(steps);
  let picked = new Uint32Array(64);

  /** Picks the rows that begin, without a branch, which a processor could not guess. */
  const pick = (values: Uint32Array, from: number, until: number) => {
    if (picked.length <= until - from) picked = new Uint32Array(2 * (until - from + 1));
    let end = 0;
    if (firstBits === null) {
      for (let row = from; row < until; row++) {
        picked[end] = row;
        end += isFirst[values[row]!]!;
      }
      return end;
    }
    for (let row = from; row < until; row++) {
      picked[end] = row;
      end += (firstBits >>> values[row]!) & 1;
    }
    return end;
  };

  return ({ times, values, from, until }) => {
    const end = pick(values, from, until);
    for (let index = 0; index < end; index++) {
      const row = picked[index]!;
      const startMs = times[row]!;
      const there = Math.min(count, until - row);
      let furthest = 1;
      if (there > 1 && table[(values[row + 1]! << shift) | 1] === 1) {
        const endMs = endOf(startMs);
        for (; furthest < there; furthest++) {
          const at = row + furthest;
          const ms = times[at]!;
          if (table[(values[at]! << shift) | furthest] === 0 || ms > endMs) break;
          if (repeats[furthest] === 1 && ms === times[at - 1]) break;
        }
      }
      if (onlyBest && furthest < attempts.best) continue;
      // A later step may be there though an earlier step is not.
      let step = 1;
      while (step < there && table[(values[row + step]! << shift) | step] === 0) step++;
      if (step === there) {
        attempts.addLonely(1, startMs);
        continue;
      }
      const chain = attempts.openChain();
      const { timesMs } = attempts;
      for (step = 1; step < count; step++) {
        const at = row + step;
        timesMs[chain + step] = step < there && table[(values[at]! << shift) | step] === 1 ? times[at]! : NaN;
      }
      attempts.add(furthest, 1, startMs, chain);
    }
  };
}
