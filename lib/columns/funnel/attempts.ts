import type { FunnelRules } from "./funnel-rules.ts";

/**
 * The attempts of one actor, in columns that are used again for the next actor. With `onlyBest` those before one
 * that got further are dropped, and whoever adds leaves out those that got less far than the best.
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
  /** `steps` times for each, epoch ms, whether or not the step counts as reached; NaN = it never came. */
  timesMs: Float64Array<ArrayBuffer>;
  readonly steps: number;
  readonly #onlyBest: boolean;
  readonly #isUnordered: boolean;

  constructor({ count, order }: Pick<FunnelRules, "count" | "order">, onlyBest: boolean) {
    this.steps = count;
    this.#onlyBest = onlyBest;
    this.#isUnordered = order === "unordered";
    this.timesMs = new Float64Array(16 * count);
  }

  clear(): void {
    this.count = 0;
    this.best = 0;
  }

  /** @param timesMs of the steps, from place `at` on; that of step 0 is `startMs` */
  add(furthest: number, weight: number, startMs: number, timesMs: Float64Array, at: number): void {
    if (furthest > this.best) {
      this.best = furthest;
      if (this.#onlyBest) this.count = 0;
    }
    const attempt = this.count++;
    if (attempt === this.furthest.length) this.#grow();
    this.furthest[attempt] = furthest;
    this.weights[attempt] = weight;
    this.startsMs[attempt] = startMs;
    const base = attempt * this.steps;
    this.timesMs[base] = startMs;
    for (let step = 1; step < this.steps; step++) this.timesMs[base + step] = timesMs[at + step]!;
  }

  /** The time of the last step that an attempt reached. */
  endMs(attempt: number): number {
    const base = attempt * this.steps;
    const startMs = this.startsMs[attempt]!;
    const reached = this.furthest[attempt]!;
    if (!this.#isUnordered) return this.timesMs[base + reached - 1]!;
    if (reached === 1) return startMs;
    // Those that are reached come right after those of the very moment that it began at.
    let first = 1;
    while (this.timesMs[base + first] === startMs) first++;
    return this.timesMs[base + first + reached - 2]!;
  }

  #grow(): void {
    this.furthest = grown(this.furthest, new Uint8Array(this.count * 2));
    this.weights = grown(this.weights, new Uint32Array(this.count * 2));
    this.startsMs = grown(this.startsMs, new Float64Array(this.count * 2));
    this.timesMs = grown(this.timesMs, new Float64Array(this.count * 2 * this.steps));
  }
}

function grown<T extends Uint8Array | Uint32Array | Float64Array>(from: T, into: T): T {
  into.set(from);
  return into;
}
