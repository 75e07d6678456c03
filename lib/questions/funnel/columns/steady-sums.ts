/** The two columns of sums, for another thread. */
export interface SumParts {
  sums: Float64Array;
  rests: Float64Array;
}

/**
 * Sums that do not depend on the order of adding, which differs between threads and runs: rounding errors are added up
 * separately (Neumaier's algorithm). Example: 1, 1e100, 1, −1e100 → 2.
 */
export class SteadySums {
  readonly #sums: Float64Array;
  readonly #rests: Float64Array;

  constructor(length: number) {
    this.#sums = new Float64Array(length);
    this.#rests = new Float64Array(length);
  }

  add(place: number, number: number): void {
    const before = this.#sums[place]!;
    const sum = before + number;
    this.#rests[place]! += Math.abs(before) >= Math.abs(number) ? before - sum + number : number - sum + before;
    this.#sums[place] = sum;
  }

  at(place: number): number {
    return this.#sums[place]! + this.#rests[place]!;
  }

  toParts(): SumParts {
    return { sums: this.#sums, rests: this.#rests };
  }

  addParts({ sums, rests }: SumParts): void {
    for (let place = 0; place < sums.length; place++) {
      this.add(place, sums[place]!);
      this.#rests[place]! += rests[place]!;
    }
  }
}
