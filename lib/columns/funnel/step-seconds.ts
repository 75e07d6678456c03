import { medianOf } from "../kernels/select.ts";
import type { Attempts } from "./attempts.ts";
import type { FunnelRules } from "./funnel-rules.ts";

/** The seconds that one actor took to a step, of each of its attempts, in room that is used again. */
export class StepSeconds {
  count = 0;
  sum = 0;
  #seconds = new Float64Array(16);

  /** Reads those of a step; those of events of one moment count as often as there are. Source: insights.md 11.6. */
  read({ count, weights, timesMs, steps }: Attempts, step: number, endOf: FunnelRules["endOf"]): void {
    this.count = 0;
    this.sum = 0;
    for (let attempt = 0; attempt < count; attempt++) {
      const before = timesMs[attempt * steps + step - 1]!;
      const ms = timesMs[attempt * steps + step]!;
      // NaN fails.
      if (!(ms <= endOf(before))) continue;
      const seconds = Math.floor(ms / 1000) - Math.floor(before / 1000);
      for (let index = 0; index < weights[attempt]!; index++) this.#add(seconds);
    }
  }

  /** Interpolated between the two in the middle; there must be one. */
  median(): number {
    return medianOf(this.#seconds, this.count);
  }

  #add(seconds: number): void {
    if (this.count === this.#seconds.length) {
      const wider = new Float64Array(this.count * 2);
      wider.set(this.#seconds);
      this.#seconds = wider;
    }
    this.#seconds[this.count++] = seconds;
    this.sum += seconds;
  }
}
