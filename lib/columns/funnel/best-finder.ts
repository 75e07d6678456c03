import type { Finder, StepRows } from "./attempt-finder.ts";
import type { Attempts } from "./attempts.ts";
import { Exclusions } from "./exclusions.ts";
import { onlySteps } from "./funnel-rules.ts";
import type { FunnelRules } from "./funnel-rules.ts";

/** No link follows. */
const END = -1;

/**
 * Finds the best attempts of ordered funnels without repeats, as `createOrderedFinder` does. Each link knows besides which one
 * of its chain an attempt has to reach in time to be as good as the best so far: most attempts need one look.
 */
export function createBestFinder(rules: FunnelRules, attempts: Attempts): Finder {
  const { count, stepBits, endOf } = rules;
  const first = stepBits[0]!;
  const later = stepBits.reduce((bits, bit, step) => (step === 0 ? bits : bits | bit), 0);
  const stepOf = onlySteps(stepBits, 1);
  const exclusions = rules.exclusions.length === 0 ? null : new Exclusions(rules);
  // The chain that the next row of each step begins.
  const heads = new Int32Array(count + 1);
  const links = new Links();

  /** The last step first, so that a step may be served by the row that served the one before. */
  const linkAll = (bits: number, ms: number, best: number) => {
    for (let step = count - 1; step > 0; step--) {
      if ((bits & stepBits[step]!) !== 0) heads[step] = links.add(step, ms, heads[step + 1]!, best);
    }
  };

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
    const { times, values, until } = rows;
    const firstRow = findFirst(rows, first);
    if (firstRow < 0) return;
    heads.fill(END);
    links.clear();
    exclusions?.clear();
    let best = 1;
    // Attempts that go on with the same link share the chain.
    let copied = END;
    let chain = attempts.emptyChain;
    let row = until - 1;
    while (row >= firstRow) {
      const ms = times[row]!;
      let bits = values[row]!;
      let opened = (bits & first) === 0 ? 0 : 1;
      for (row--; row >= firstRow && times[row] === ms; row--) {
        bits |= values[row]!;
        if ((values[row]! & first) !== 0) opened++;
      }
      exclusions?.see(bits, ms);
      if ((bits & later) !== 0) {
        const only = (bits & (bits - 1)) === 0 ? stepOf[31 - Math.clz32(bits)]! : -1;
        if (only > 0) heads[only] = links.add(only, ms, heads[only + 1]!, best);
        else linkAll(bits, ms, best);
      }
      if (opened === 0) continue;
      const start = heads[1]!;
      const endMs = endOf(ms);
      let next = start;
      if (best > 1) {
        const goal = start === END ? END : links.goals[start]!;
        if (goal === END || links.times[goal]! > endMs) continue;
        next = links.nexts[goal]!;
      }
      let reached = best;
      for (; next !== END && links.times[next]! <= endMs; next = links.nexts[next]!) reached++;
      if (start === END && exclusions === null) {
        attempts.addLonely(opened, ms);
        continue;
      }
      if (start !== copied) {
        copied = start;
        chain = start === END ? attempts.emptyChain : copyChain(start);
      }
      if (exclusions?.isDiscarded(ms, attempts.timesMs, chain) === true) continue;
      attempts.add(reached, opened, ms, chain);
      if (reached > best) {
        best = reached;
        links.aim(best);
      }
    }
  };
}

/** The first row of the moment of the first start: nothing before it matters; −1 = there is no start. */
export function findFirst({ times, values, from, until }: StepRows, first: number): number {
  let row = from;
  while (row < until && (values[row]! & first) === 0) row++;
  if (row === until) return -1;
  while (row > from && times[row - 1] === times[row]) row--;
  return row;
}

/** Chains of one actor's rows, each of which goes on with one that was added before: from the latest row to the earliest. */
class Links {
  times = new Float64Array(64);
  nexts = new Int32Array(64);
  /** The link of the chain at which `best` steps are reached; END = there is none, or it lies before this one. */
  goals = new Int32Array(64);
  #steps = new Uint8Array(64);
  #count = 0;

  clear(): void {
    this.#count = 0;
  }

  /** Adds the link of a step, from 1. */
  add(step: number, ms: number, next: number, best: number): number {
    const link = this.#count++;
    if (link === this.times.length) this.#grow();
    this.times[link] = ms;
    this.nexts[link] = next;
    this.#steps[link] = step;
    this.goals[link] = this.#goalOf(link, step, next, best);
    return link;
  }

  /** Sets all goals anew. */
  aim(best: number): void {
    for (let link = 0; link < this.#count; link++) {
      this.goals[link] = this.#goalOf(link, this.#steps[link]!, this.nexts[link]!, best);
    }
  }

  /** Step 0 is the first that is reached. */
  #goalOf(link: number, step: number, next: number, best: number): number {
    if (step >= best - 1) return step === best - 1 ? link : END;
    return next === END ? END : this.goals[next]!;
  }

  #grow(): void {
    const room = this.times.length * 2;
    this.times = grown(this.times, new Float64Array(room));
    this.nexts = grown(this.nexts, new Int32Array(room));
    this.goals = grown(this.goals, new Int32Array(room));
    this.#steps = grown(this.#steps, new Uint8Array(room));
  }
}

function grown<T extends Uint8Array | Int32Array | Float64Array>(from: T, into: T): T {
  into.set(from);
  return into;
}
