/** Times pushed from the latest to the earliest, and searched. */
export class Moments {
  #times = new Float64Array(16);
  #count = 0;

  clear(): void {
    this.#count = 0;
  }

  /** @param ms not later than what was pushed before */
  push(ms: number): void {
    if (this.#count === this.#times.length) {
      const wider = new Float64Array(this.#count * 2);
      wider.set(this.#times);
      this.#times = wider;
    }
    this.#times[this.#count++] = ms;
  }

  /** The earliest time at or after `ms`; NaN = there is none. */
  firstFrom(ms: number): number {
    const times = this.#times;
    let low = 0;
    let high = this.#count;
    // Descending: times at or after `ms` come first.
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (times[middle]! >= ms) low = middle + 1;
      else high = middle;
    }
    return low === 0 ? NaN : times[low - 1]!;
  }

  /** The earliest time after `ms`; NaN = there is none. Times are whole milliseconds. */
  firstAfter(ms: number): number {
    return this.firstFrom(ms + 1);
  }
}
