import type { Finder } from "./attempt-finder.ts";
import type { Attempts } from "./attempts.ts";
import { findFirst } from "./best-finder.ts";
import { Exclusions } from "./exclusions.ts";
import { onlySteps } from "./funnel-rules.ts";
import type { FunnelRules } from "./funnel-rules.ts";

/** No link follows. */
const END = -1;

/**
 * Finds the attempts of ordered funnels. It walks an actor's rows backwards and keeps for each step but the first the chain
 * that the first row from here on begins: a link with the row's time and the next step's chain at that moment. A row costs
 * one link for each step that it matches, whatever their number.
 *
 * Rows of one moment are one: their order is of no account, and a step may be served by the row that served the one before,
 * unless it is a repeat, which goes on with the chains as they were after that moment.
 */
export function createOrderedFinder(rules: FunnelRules, attempts: Attempts, onlyBest: boolean): Finder {
  const { count, stepBits, repeats, endOf, windowMs } = rules;
  const first = stepBits[0]!;
  const later = stepBits.reduce((bits, bit, step) => (step === 0 ? bits : bits | bit), 0);
  const stepOf = onlySteps(stepBits, 1);
  const hasRepeats = repeats.includes(1);
  const exclusions = rules.exclusions.length === 0 ? null : new Exclusions(rules);
  const heads = new Int32Array(count + 1).fill(END);
  // The chain before the moment at which it was changed last.
  const older = new Int32Array(count + 1).fill(END);
  const changedAt = new Float64Array(count + 1).fill(NaN);
  let linkTimes = new Float64Array(64);
  let linkNexts = new Int32Array(64);
  let links = 0;
  // Attempts that go on with the same link share the chain.
  let copied = END;
  let copiedChain = attempts.emptyChain;

  const link = (step: number, ms: number) => {
    const next =
      hasRepeats && repeats[step + 1] === 1 && changedAt[step + 1] === ms ? older[step + 1]! : heads[step + 1]!;
    if (links === linkTimes.length) {
      linkTimes = grown(linkTimes, new Float64Array(links * 2));
      linkNexts = grown(linkNexts, new Int32Array(links * 2));
    }
    linkTimes[links] = ms;
    linkNexts[links] = next;
    older[step] = heads[step]!;
    changedAt[step] = ms;
    heads[step] = links++;
  };

  /** The last step first, so that a step may be served by the row that served the one before. */
  const linkAll = (bits: number, ms: number) => {
    for (let step = count - 1; step > 0; step--) if ((bits & stepBits[step]!) !== 0) link(step, ms);
  };

  const toChain = (start: number) => {
    if (start === copied) return copiedChain;
    copied = start;
    copiedChain = start === END ? attempts.emptyChain : attempts.openChain();
    if (start === END) return copiedChain;
    const { timesMs } = attempts;
    let at = start;
    for (let step = 1; step < count; step++) {
      timesMs[copiedChain + step] = at === END ? NaN : linkTimes[at]!;
      if (at !== END) at = linkNexts[at]!;
    }
    return copiedChain;
  };

  // How far an attempt of the link `reachedFrom` got, and the earliest start for which that holds.
  let reachedFrom = END;
  let reached = 1;
  let reachedSinceMs = -Infinity;

  /** Follows the links as far as they are in time. */
  const follow = (startMs: number, start: number) => {
    const endMs = endOf(startMs);
    let beforeMs = startMs;
    reachedFrom = start;
    reached = 1;
    reachedSinceMs = -Infinity;
    for (let at = start; at !== END; at = linkNexts[at]!) {
      const ms = linkTimes[at]!;
      if (ms > endMs || (hasRepeats && repeats[reached] === 1 && ms === beforeMs)) break;
      beforeMs = ms;
      reached++;
    }
    // With windows of one length an earlier start gets as far, as long as the last link is in time.
    if (windowMs === null || hasRepeats) reachedSinceMs = Infinity;
    else if (reached > 1) reachedSinceMs = beforeMs - windowMs;
  };

  const found = (startMs: number, weight: number, start: number) => {
    if (start !== reachedFrom || startMs < reachedSinceMs) follow(startMs, start);
    // Before exclusions are looked at, since most attempts end here. One that is discarded could not make a best either way.
    if (onlyBest && reached < attempts.best) return;
    const chain = toChain(start);
    if (start === END && exclusions === null) {
      attempts.addLonely(weight, startMs);
      return;
    }
    if (exclusions?.isDiscarded(startMs, attempts.timesMs, chain) === true) return;
    attempts.add(reached, weight, startMs, chain);
  };

  return (rows) => {
    const { times, values, until } = rows;
    const firstRow = findFirst(rows, first);
    if (firstRow < 0) return;
    if (onlyBest && exclusions === null && !hasBit(values, firstRow, until, later)) {
      attempts.addLonely(1, times[firstRow]!);
      return;
    }
    heads.fill(END);
    if (hasRepeats) changedAt.fill(NaN);
    exclusions?.clear();
    links = 0;
    copied = END;
    copiedChain = attempts.emptyChain;
    reachedFrom = END;
    reached = 1;
    reachedSinceMs = -Infinity;
    let row = until - 1;
    while (row >= firstRow) {
      const ms = times[row]!;
      let bits = values[row]!;
      let opened = (bits & first) === 0 ? 0 : 1;
      for (row--; row >= firstRow && times[row] === ms; row--) {
        bits |= values[row]!;
        if ((values[row]! & first) !== 0) opened++;
      }
      if ((bits & later) !== 0) {
        const only = (bits & (bits - 1)) === 0 ? stepOf[31 - Math.clz32(bits)]! : -1;
        if (only > 0) link(only, ms);
        else linkAll(bits, ms);
      }
      exclusions?.see(bits, ms);
      if (opened > 0) found(ms, opened, hasRepeats && repeats[1] === 1 && changedAt[1] === ms ? older[1]! : heads[1]!);
    }
  };
}

function hasBit(values: Uint32Array, from: number, until: number, bits: number): boolean {
  for (let row = from; row < until; row++) if ((values[row]! & bits) !== 0) return true;
  return false;
}

function grown<T extends Int32Array | Float64Array>(from: T, into: T): T {
  into.set(from);
  return into;
}
