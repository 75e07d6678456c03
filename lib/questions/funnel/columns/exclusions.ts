import { orInto } from "../../../engines/columns/kernels/mask.ts";
import type { FunnelRules } from "./funnel-rules.ts";
import { Moments } from "./moments.ts";

/** The excluded events of one actor, seen from the latest to the earliest. Source: `FunnelPlan`. */
export class Exclusions {
  readonly #rules: FunnelRules;
  readonly #moments: Moments[];
  /** A byte for each value of a row: 1 = the row is in an exclusion. */
  readonly #isAny: Uint8Array;

  constructor(rules: FunnelRules) {
    this.#rules = rules;
    this.#moments = rules.exclusions.map(() => new Moments());
    this.#isAny = new Uint8Array(rules.steps.only.length);
    for (const { isMeant } of rules.exclusions) orInto(this.#isAny, isMeant);
  }

  clear(): void {
    for (const moments of this.#moments) moments.clear();
  }

  /** @param value of a row, which is not later than those seen before */
  see(value: number, ms: number): void {
    if (this.#isAny[value] === 0) return;
    const { exclusions } = this.#rules;
    for (let index = 0; index < exclusions.length; index++) {
      if (exclusions[index]!.isMeant[value] === 1) this.#moments[index]!.push(ms);
    }
  }

  /**
   * Does an exclusion discard the attempt? All rows from the attempt's start on must have been seen.
   * @param chain where the times of the attempt's steps are in `timesMs`; the time of step 0 is `startMs`
   */
  isDiscarded(startMs: number, timesMs: Float64Array, chain: number): boolean {
    const { exclusions, endOf } = this.#rules;
    const endMs = endOf(startMs);
    for (let index = 0; index < exclusions.length; index++) {
      const { fromStep, toStep } = exclusions[index]!;
      const fromMs = fromStep === 0 ? startMs : timesMs[chain + fromStep]!;
      if (Number.isNaN(fromMs)) continue;
      const toMs = timesMs[chain + toStep]!;
      const untilMs = Number.isNaN(toMs) ? endMs : Math.min(toMs, endMs);
      const ms = this.#moments[index]!.firstFrom(fromMs);
      if (ms > fromMs && ms < untilMs) return true;
    }
    return false;
  }
}
