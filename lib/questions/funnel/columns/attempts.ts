import { grown } from "../../../base/grown.ts";
import type { FunnelRules } from "./funnel-rules.ts";

/**
 * The attempts of one actor, in columns that the next actor uses again. With `onlyBest`, an attempt that gets further
 * drops all before it, and callers leave out attempts that get less far than the best.
 */
export class Attempts {
  count = 0;
  /** The largest of `furthest`; 0 = there is no attempt. */
  best = 0;
  /** Steps reached, from 1. */
  furthest = new Uint8Array(16);
  /** How many attempts are alike: events of one moment. */
  weights = new Uint32Array(16);
  startsMs = new Float64Array(16);
  /** Where the times of an attempt's later steps begin in `timesMs`; attempts may share them. */
  chains = new Uint32Array(16);
  /**
   * `timesMs[chain + step]`: epoch ms of a step from 1 on, whether or not it counts as reached; NaN = it never came.
   * `startsMs` has step 0.
   */
  timesMs: Float64Array<ArrayBuffer>;
  readonly steps: number;
  readonly #onlyBest: boolean;
  readonly #isUnordered: boolean;
  /** The best attempt that nothing followed; −1 = there is none. */
  #lonely = -1;
  /** Numbers of `timesMs` that are taken. */
  #taken: number;

  constructor({ count, order }: Pick<FunnelRules, "count" | "order">, onlyBest: boolean) {
    this.steps = count;
    this.#onlyBest = onlyBest;
    this.#isUnordered = order === "unordered";
    // The first chain is the empty one.
    this.timesMs = new Float64Array(16 * count).fill(NaN, 0, count);
    this.#taken = count;
  }

  clear(): void {
    this.count = 0;
    this.best = 0;
    this.#lonely = -1;
    this.#taken = this.steps;
  }

  /** Has any attempt gone on? */
  get hasChains(): boolean {
    return this.#taken > this.steps;
  }

  /** The chain without any time. */
  get emptyChain(): number {
    return 0;
  }

  /** Reserves a chain, which the caller fills from step 1 on. */
  openChain(): number {
    const chain = this.#taken;
    this.#taken += this.steps;
    if (this.#taken > this.timesMs.length) this.timesMs = grown(this.timesMs, new Float64Array(this.#taken * 2));
    return chain;
  }

  /** Adds an attempt. @param chain as `openChain` gave it */
  add(furthest: number, weight: number, startMs: number, chain: number): void {
    if (furthest > this.best) {
      this.best = furthest;
      if (this.#onlyBest) this.count = 0;
      if (furthest > 1) this.#lonely = -1;
    }
    const attempt = this.count++;
    if (attempt === this.furthest.length) this.#grow();
    this.furthest[attempt] = furthest;
    this.weights[attempt] = weight;
    this.startsMs[attempt] = startMs;
    this.chains[attempt] = chain;
  }

  /**
   * Adds an attempt that nothing followed. With `onlyBest`, keeps the earliest such attempt: the others differ only in
   * their start.
   */
  addLonely(weight: number, startMs: number): void {
    if (!this.#onlyBest || this.#lonely < 0) {
      this.#lonely = this.best <= 1 ? this.count : -1;
      this.add(1, weight, startMs, this.emptyChain);
    } else if (startMs < this.startsMs[this.#lonely]!) this.startsMs[this.#lonely] = startMs;
  }

  /** The time of a step of an attempt; NaN = it never came. */
  timeMs(attempt: number, step: number): number {
    return step === 0 ? this.startsMs[attempt]! : this.timesMs[this.chains[attempt]! + step]!;
  }

  /** The time of the last step that an attempt reached. */
  endMs(attempt: number): number {
    const reached = this.furthest[attempt]!;
    const startMs = this.startsMs[attempt]!;
    if (!this.#isUnordered || reached === 1) return this.timeMs(attempt, reached - 1);
    // The times are sorted: first the steps at the moment of the start, then the other reached steps.
    let first = 1;
    while (this.timeMs(attempt, first) === startMs) first++;
    return this.timeMs(attempt, first + reached - 2);
  }

  #grow(): void {
    this.furthest = grown(this.furthest, new Uint8Array(this.count * 2));
    this.weights = grown(this.weights, new Uint32Array(this.count * 2));
    this.startsMs = grown(this.startsMs, new Float64Array(this.count * 2));
    this.chains = grown(this.chains, new Uint32Array(this.count * 2));
  }
}
