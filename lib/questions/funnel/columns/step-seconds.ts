import { grown } from "../../../base/grown.ts";
import { weightedMedianOf } from "../../../engines/columns/kernels/select.ts";
import type { Attempts } from "./attempts.ts";
import type { FunnelRules } from "./funnel-rules.ts";

/**
 * The seconds that one actor took to a step in each attempt, as numbers with weights, in room that is used again.
 * Attempts that share a chain took equally long to all steps after the first, so they are one number.
 */
export class StepSeconds {
  /** The first step that no attempt came to. */
  endStep = 1;
  /** How many seconds there are, and their sum. */
  count = 0;
  sum = 0;
  readonly #endOf: FunnelRules["endOf"];
  #attempts: Attempts | null = null;
  // Neighbouring attempts that share a chain: the chain and their number.
  #chains = new Uint32Array(16);
  #chainWeights = new Uint32Array(16);
  #chainCount = 0;
  #seconds = new Float64Array(16);
  #weights = new Uint32Array(16);
  #found = 0;

  constructor(endOf: FunnelRules["endOf"]) {
    this.#endOf = endOf;
  }

  /** Takes the attempts of an actor, which must not change until the next call. */
  open(attempts: Attempts): void {
    this.#attempts = attempts;
    this.#chainCount = 0;
    this.endStep = 1;
    const { count, chains, weights, timesMs, steps } = attempts;
    let last = -1;
    for (let attempt = 0; attempt < count; attempt++) {
      if (chains[attempt] !== last) {
        last = chains[attempt]!;
        if (this.#chainCount === this.#chains.length) this.#growChains();
        this.#chains[this.#chainCount] = last;
        this.#chainWeights[this.#chainCount++] = 0;
        let end = steps;
        // NaN is never equal.
        while (end > this.endStep && timesMs[last + end - 1] !== timesMs[last + end - 1]) end--;
        this.endStep = end;
      }
      this.#chainWeights[this.#chainCount - 1]! += weights[attempt]!;
    }
  }

  /** Reads the seconds to a step, from 1. Source: insights.md 11.6. */
  read(step: number): void {
    const { startsMs, timesMs } = this.#attempts!;
    const endOf = this.#endOf;
    // To step 1 each attempt has its own start.
    const isFirst = step === 1;
    const chains = isFirst ? this.#attempts!.chains : this.#chains;
    const times = isFirst ? this.#attempts!.weights : this.#chainWeights;
    const length = isFirst ? this.#attempts!.count : this.#chainCount;
    if (this.#seconds.length < length) {
      this.#seconds = new Float64Array(length * 2);
      this.#weights = new Uint32Array(length * 2);
    }
    const [seconds, weights] = [this.#seconds, this.#weights];
    let found = 0;
    let count = 0;
    let sum = 0;
    for (let index = 0; index < length; index++) {
      const at = chains[index]! + step;
      const ms = timesMs[at]!;
      const beforeMs = isFirst ? startsMs[index]! : timesMs[at - 1]!;
      // NaN fails.
      if (!(ms <= endOf(beforeMs))) continue;
      const weight = times[index]!;
      const own = Math.floor(ms / 1000) - Math.floor(beforeMs / 1000);
      seconds[found] = own;
      weights[found++] = weight;
      count += weight;
      sum += own * weight;
    }
    this.#found = found;
    this.count = count;
    this.sum = sum;
  }

  /** The median: the mean of the middle two where the count is even. There must be a number; reorders the seconds. */
  median(): number {
    return weightedMedianOf(this.#seconds, this.#weights, this.#found, this.count);
  }

  #growChains(): void {
    this.#chains = grown(this.#chains, new Uint32Array(this.#chains.length * 2));
    this.#chainWeights = grown(this.#chainWeights, new Uint32Array(this.#chains.length));
  }
}
