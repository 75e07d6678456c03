import { grown } from "../../../base/grown.ts";
import type { Finder, StepRows } from "./finder.ts";
import type { Attempts } from "./attempts.ts";
import { Exclusions } from "./exclusions.ts";
import type { FunnelRules } from "./funnel-rules.ts";
import { MomentSteps, valuesOf } from "./value-steps.ts";

/** No link follows. */
const END = -1;

/**
 * Finds the best attempts of ordered funnels without repeats, as `createOrderedFinder` does, in two passes. The first
 * walks an actor's rows backwards and links each to the next row of the following step, without branches that a
 * processor guesses badly. The second follows the starts, the latest first: an earlier start is as good as the best
 * attempt only if it reaches one certain link of its chain in time. That link is searched again only where the chain
 * differs from the later start's, so most starts need one comparison.
 */
export function createBestFinder(rules: FunnelRules, attempts: Attempts): Finder {
  const { count, endOf } = rules;
  const exclusions = rules.exclusions.length === 0 ? null : new Exclusions(rules);
  const links = new Links(rules);

  const copyChain = (start: number) => {
    const chain = attempts.openChain();
    const { timesMs } = attempts;
    let at = start;
    for (let step = 1; step < count; step++) {
      timesMs[chain + step] = at === END ? NaN : links.times[at]!;
      if (at !== END) at = links.nexts[at]!;
    }
    return chain;
  };

  return (rows) => {
    links.add(rows);
    if (links.startCount === 0) return;
    const { times, nexts, starts, weights, startCount } = links;
    if (exclusions !== null) seeAll(exclusions, rows);
    let best = 1;
    // The link that the start before went on with (if its chain is among the best), and the link after that.
    let aimed = END;
    let goalMs = -Infinity;
    let next = END;
    // Attempts that go on with the same link share the chain.
    let copied = END;
    let chain = attempts.emptyChain;
    for (let index = 0; index < startCount; index++) {
      const start = starts[index]!;
      const ms = times[start]!;
      const second = nexts[start]!;
      if (second !== aimed) {
        aimed = second;
        next = second;
        for (let step = 1; step < best; step++) {
          goalMs = next === END ? Infinity : times[next]!;
          if (next !== END) next = nexts[next]!;
        }
      }
      const endMs = endOf(ms);
      if (goalMs > endMs) continue;
      if (second === END && exclusions === null) {
        attempts.addLonely(weights[index]!, ms);
        continue;
      }
      if (second !== copied) {
        copied = second;
        chain = second === END ? attempts.emptyChain : copyChain(second);
      }
      if (exclusions?.isDiscarded(ms, attempts.timesMs, chain) === true) continue;
      for (; next !== END && times[next]! <= endMs; next = nexts[next]!) {
        goalMs = times[next]!;
        best++;
      }
      attempts.add(best, weights[index]!, ms, chain);
    }
  };
}

function seeAll(exclusions: Exclusions, { times, values, from, until }: StepRows): void {
  exclusions.clear();
  for (let row = until - 1; row >= from; row--) exclusions.see(values[row]!, times[row]!);
}

/** Rows of one actor, from the latest to the earliest, each with a link to a row added before. */
class Links {
  times = new Float64Array(64);
  /** The next link of the following step; END = there is none. */
  nexts = new Int32Array(64);
  /** The links of step 0, and how many rows of one moment each stands for. */
  starts = new Int32Array(64);
  weights = new Uint32Array(64);
  startCount = 0;
  #count = 0;
  readonly #stepOf: Int16Array;
  readonly #isFirst: Uint8Array;
  readonly #moment: MomentSteps;
  /** The last link of each step. */
  readonly #heads: Int32Array;

  constructor({ count, steps }: FunnelRules) {
    this.#stepOf = steps.only;
    this.#isFirst = valuesOf(steps, 0);
    this.#moment = new MomentSteps(steps);
    this.#heads = new Int32Array(count + 1);
  }

  /** Takes the rows of the next actor. */
  add({ times, values, from, until }: StepRows): void {
    const heads = this.#heads;
    const stepOf = this.#stepOf;
    heads.fill(END);
    this.#count = 0;
    this.startCount = 0;
    this.#reserve(until - from);
    let row = until - 1;
    while (row >= from) {
      const { times: linkTimes, nexts, starts, weights } = this;
      let link = this.#count;
      let startCount = this.startCount;
      for (; row >= from; row--) {
        const ms = times[row]!;
        const step = stepOf[values[row]!]!;
        // Nearly all rows: one step, and no other row at this moment.
        if (step < 0 || (row > from && times[row - 1] === ms)) break;
        linkTimes[link] = ms;
        nexts[link] = heads[step + 1]!;
        heads[step] = link;
        starts[startCount] = link;
        weights[startCount] = 1;
        // 1 for step 0.
        startCount += (step - 1) >>> 31;
        link++;
      }
      this.#count = link;
      this.startCount = startCount;
      if (row < from) return;
      const ms = times[row]!;
      let opened = 0;
      for (; row >= from && times[row] === ms; row--) {
        this.#moment.add(values[row]!);
        opened += this.#isFirst[values[row]!]!;
      }
      this.#addMoment(opened, ms, row - from + 1);
    }
  }

  /**
   * The last step first: a row may serve two steps.
   * @param left rows that come after it
   */
  #addMoment(opened: number, ms: number, left: number): void {
    const found = this.#moment.drain();
    this.#reserve(this.#count + found + left);
    for (let index = 0; index < found; index++) {
      const step = this.#moment.steps[index]!;
      this.times[this.#count] = ms;
      this.nexts[this.#count] = this.#heads[step + 1]!;
      this.#heads[step] = this.#count++;
    }
    if (opened === 0) return;
    this.starts[this.startCount] = this.#heads[0]!;
    this.weights[this.startCount++] = opened;
  }

  /** Reserves `count` entries and one more: each is written before it is known whether it counts. */
  #reserve(count: number): void {
    if (count < this.times.length) return;
    const room = (count + 1) * 2;
    this.times = grown(this.times, new Float64Array(room));
    this.nexts = grown(this.nexts, new Int32Array(room));
    this.starts = grown(this.starts, new Int32Array(room));
    this.weights = grown(this.weights, new Uint32Array(room));
  }
}

/**
 * The first row with the time of the first start, before which rows do not matter; −1 = there is no start.
 * @param isFirst by value, 1 = the row may begin
 */
export function findFirst({ times, values, from, until }: StepRows, isFirst: Uint8Array): number {
  let row = from;
  while (row < until && isFirst[values[row]!] === 0) row++;
  if (row === until) return -1;
  while (row > from && times[row - 1] === times[row]) row--;
  return row;
}
