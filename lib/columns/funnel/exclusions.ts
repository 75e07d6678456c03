import type { FunnelRules } from "./funnel-rules.ts";
import { Moments } from "./moments.ts";

/** The excluded events of one actor, seen from the latest to the earliest. Source: `FunnelPlan`. */
export class Exclusions {
  readonly #rules: FunnelRules;
  readonly #moments: Moments[];
  readonly #bits: number;

  constructor(rules: FunnelRules) {
    this.#rules = rules;
    this.#moments = rules.exclusions.map(() => new Moments());
    this.#bits = rules.exclusions.reduce((bits, { bit }) => bits | bit, 0);
  }

  clear(): void {
    for (const moments of this.#moments) moments.clear();
  }

  /** @param bits of events of a moment, none of them later than those seen before */
  see(bits: number, ms: number): void {
    if ((bits & this.#bits) === 0) return;
    const { exclusions } = this.#rules;
    for (let index = 0; index < exclusions.length; index++) {
      if ((bits & exclusions[index]!.bit) !== 0) this.#moments[index]!.push(ms);
    }
  }

  /**
   * Does any discard an attempt? Everything from its start on must have been seen.
   * @param chain where its times are in `timesMs`, but for that of step 0
   */
  isDiscarded(startMs: number, timesMs: Float64Array, chain: number): boolean {
    const { exclusions, endOf } = this.#rules;
    for (let index = 0; index < exclusions.length; index++) {
      const { fromStep, toStep } = exclusions[index]!;
      const fromMs = fromStep === 0 ? startMs : timesMs[chain + fromStep]!;
      if (Number.isNaN(fromMs)) continue;
      const toMs = timesMs[chain + toStep]!;
      const untilMs = Number.isNaN(toMs) ? endOf(fromMs) : toMs;
      const ms = this.#moments[index]!.firstFrom(fromMs);
      if (ms > fromMs && ms < untilMs) return true;
    }
    return false;
  }
}
