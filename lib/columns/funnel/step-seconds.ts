import { medianOf } from "../kernels/select.ts";
import type { Attempts } from "./attempts.ts";
import type { FunnelRules } from "./funnel-rules.ts";

/** The seconds that one actor took to a step, of each of its attempts, in room that is used again. */
export class StepSeconds {
  count = 0;
  sum = 0;
  #seconds = new Float64Array(16);
  #isSorted = true;

  /** Reads those of a step; those of events of one moment count as often as there are. Source: insights.md 11.6. */
  read(attempts: Attempts, step: number, endOf: FunnelRules["endOf"]): void {
    this.count = 0;
    this.sum = 0;
    this.#isSorted = true;
    if (!attempts.hasChains) return;
    const { count, weights, startsMs, chains, timesMs } = attempts;
    let lastChain = -1;
    let seconds = NaN;
    for (let attempt = 0; attempt < count; attempt++) {
      const chain = chains[attempt]!;
      // Those of a chain are the same, but for the way from an attempt's own start.
      if (step === 1 || chain !== lastChain) {
        const ms = timesMs[chain + step]!;
        const before = step === 1 ? startsMs[attempt]! : timesMs[chain + step - 1]!;
        // NaN fails.
        seconds = ms <= endOf(before) ? Math.floor(ms / 1000) - Math.floor(before / 1000) : NaN;
        lastChain = chain;
      }
      if (!Number.isNaN(seconds)) this.#add(seconds, weights[attempt]!);
    }
  }

  /** Interpolated between the two in the middle; there must be one. */
  median(): number {
    // Attempts are mostly found from the last to the first: with one goal the seconds are in order.
    if (!this.#isSorted) return medianOf(this.#seconds, this.count);
    const place = (this.count - 1) >>> 1;
    return (this.#seconds[place]! + this.#seconds[this.count >>> 1]!) / 2;
  }

  #add(seconds: number, weight: number): void {
    const end = this.count + weight;
    if (end > this.#seconds.length) {
      const wider = new Float64Array(end * 2);
      wider.set(this.#seconds);
      this.#seconds = wider;
    }
    if (this.count > 0 && seconds < this.#seconds[this.count - 1]!) this.#isSorted = false;
    for (let index = this.count; index < end; index++) this.#seconds[index] = seconds;
    this.count = end;
    this.sum += seconds * weight;
  }
}
