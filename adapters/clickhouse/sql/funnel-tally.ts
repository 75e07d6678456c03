import type { FunnelLine, LineKey } from "../../../lib/engine.ts";

/** The seconds that an actor took to a step: their sum, how many they are (0 = it has none), and their median. */
export type StepTime = readonly [sum: number, count: number, median: number];

/** Counts how far actors got, and how long they took. Example: two actors whose best is step 1 → furthest 2, 0; no seconds. */
export class FunnelTally {
  readonly #furthest: number[];
  readonly #means: SteadySum[];
  readonly #medians: number[][];

  constructor(steps: number) {
    this.#furthest = Array.from({ length: steps }, () => 0);
    this.#means = Array.from({ length: steps }, () => new SteadySum());
    this.#medians = Array.from({ length: steps }, () => []);
  }

  /** Adds actors that are alike. @param best the furthest step, from 1 @param seconds from the second step on */
  add(best: number, seconds: readonly StepTime[], actors: number): void {
    this.#furthest[best - 1] = (this.#furthest[best - 1] ?? 0) + actors;
    for (const [index, [sum, count, median]] of seconds.entries()) {
      if (Number(count) === 0) continue;
      for (let actor = 0; actor < actors; actor++) {
        this.#means[index + 1]?.add(Number(sum) / Number(count));
        this.#medians[index + 1]?.push(Number(median));
      }
    }
  }

  toLine(key: LineKey): FunnelLine {
    return {
      key,
      furthest: this.#furthest,
      averageSeconds: this.#medians.map(({ length }, step) =>
        length === 0 ? null : (this.#means[step]?.total() ?? 0) / length,
      ),
      medianSeconds: this.#medians.map(middleOf),
    };
  }
}

/** A sum that does not depend on the order of adding: its rounding errors are added up separately (Neumaier's algorithm). */
class SteadySum {
  #sum = 0;
  #rest = 0;

  add(number: number): void {
    const sum = this.#sum + number;
    this.#rest += Math.abs(this.#sum) >= Math.abs(number) ? this.#sum - sum + number : number - sum + this.#sum;
    this.#sum = sum;
  }

  total(): number {
    return this.#sum + this.#rest;
  }
}

/** The number in the middle, or the mean of the two there; null = there are none. */
function middleOf(numbers: readonly number[]): number | null {
  const sorted = Float64Array.from(numbers).toSorted();
  const low = sorted[Math.floor((sorted.length - 1) / 2)];
  const high = sorted[Math.floor(sorted.length / 2)];
  return low === undefined || high === undefined ? null : low + (high - low) / 2;
}
