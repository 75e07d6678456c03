import { grown } from "../../../base/grown.ts";
import type { Finder } from "./finder.ts";
import type { Attempts } from "./attempts.ts";
import { findFirst } from "./best-finder.ts";
import { Exclusions } from "./exclusions.ts";
import type { FunnelRules } from "./funnel-rules.ts";
import { laterSteps, MomentSteps, valuesOf } from "./value-steps.ts";

/** No link follows. */
const END = -1;

/**
 * Finds the attempts of ordered funnels. It walks an actor's rows backwards and keeps, for each step but the first, the
 * chain that begins with the next row of the step: a link with the row's time and the next step's chain at that moment.
 * A row costs one link for each step that it matches.
 *
 * Rows of one moment count as one: their order does not matter, and one row may serve two steps in succession, unless
 * the second is a repeat, which goes on with the chains as they were after that moment.
 */
export function createOrderedFinder(rules: FunnelRules, attempts: Attempts, onlyBest: boolean): Finder {
  const { count, repeats, endOf, windowMs } = rules;
  const isFirst = valuesOf(rules.steps, 0);
  const later = laterSteps(rules.steps, 1);
  const { only, list, offsets } = later;
  const moment = new MomentSteps(later);
  const hasRepeats = repeats.includes(1);
  const exclusions = rules.exclusions.length === 0 ? null : new Exclusions(rules);
  const heads = new Int32Array(count + 1).fill(END);
  // Each step's chain before the moment at which it last changed.
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

  /** The last step first: a row may serve two steps. */
  const linkMoment = (ms: number) => {
    const found = moment.drain();
    for (let index = 0; index < found; index++) link(moment.steps[index]!, ms);
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

  // How far the attempt of the link `reachedFrom` got, and the earliest start for which that holds.
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
    // With windows of one length an earlier start gets as far while the last link is in time.
    if (windowMs === null || hasRepeats) reachedSinceMs = Infinity;
    else if (reached > 1) reachedSinceMs = beforeMs - windowMs;
  };

  const found = (startMs: number, weight: number, start: number) => {
    if (start !== reachedFrom || startMs < reachedSinceMs) follow(startMs, start);
    // Checked before exclusions, since most attempts end here. A discarded attempt could not become the best in either order.
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
    const firstRow = findFirst(rows, isFirst);
    if (firstRow < 0) return;
    if (onlyBest && exclusions === null && !hasAny(values, firstRow, until, only)) {
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
      const value = values[row]!;
      let opened = isFirst[value]!;
      exclusions?.see(value, ms);
      if (row > firstRow && times[row - 1] === ms) {
        moment.add(value);
        for (row--; row >= firstRow && times[row] === ms; row--) {
          const other = values[row]!;
          moment.add(other);
          opened += isFirst[other]!;
          exclusions?.see(other, ms);
        }
        linkMoment(ms);
      } else {
        row--;
        const step = only[value]!;
        if (step >= 0) link(step, ms);
        else for (let at = offsets[value + 1]! - 1; at >= offsets[value]!; at--) link(list[at]!, ms);
      }
      if (opened > 0) found(ms, opened, hasRepeats && repeats[1] === 1 && changedAt[1] === ms ? older[1]! : heads[1]!);
    }
  };
}

/** Is any row a step? @param only of the steps */
function hasAny(values: Uint32Array, from: number, until: number, only: Int16Array): boolean {
  for (let row = from; row < until; row++) if (only[values[row]!] !== -1) return true;
  return false;
}
