import { medianOf } from "../kernels/select.ts";

/** Numbers, without knowing beforehand how many. */
export class NumberList {
  count = 0;
  #numbers = new Float64Array(64);

  add(number: number): void {
    if (this.count === this.#numbers.length) {
      const wider = new Float64Array(this.count * 2);
      wider.set(this.#numbers);
      this.#numbers = wider;
    }
    this.#numbers[this.count++] = number;
  }

  at(place: number): number {
    return this.#numbers[place]!;
  }

  /** Puts a number at a place; −1 = at the end. */
  put(place: number, number: number): void {
    if (place < 0) this.add(number);
    else this.#numbers[place] = number;
  }

  toArray(): Float64Array<ArrayBuffer> {
    return this.#numbers.slice(0, this.count);
  }

  /** Interpolated between the two in the middle; null = there are none. Puts the list into another order. Cost: linear. */
  median(): number | null {
    if (this.count === 0) return null;
    return medianOf(this.#numbers, this.count);
  }
}
