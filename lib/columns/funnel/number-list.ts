import type { Crew } from "../crew/crew.ts";
import { medianOf } from "../kernels/select.ts";

/** Numbers, without knowing beforehand how many. */
export class NumberList {
  count = 0;
  #numbers = new Float64Array(64);

  /** The numbers in memory that the others of a crew see too. */
  toShared(crew: Crew): Float64Array {
    const { buffer, byteOffset } = crew.words(2 * this.count);
    const list = new Float64Array(buffer, byteOffset, this.count);
    list.set(this.#numbers.subarray(0, this.count));
    return list;
  }

  addAll(numbers: Float64Array): void {
    const count = this.count + numbers.length;
    if (count > this.#numbers.length) {
      const wider = new Float64Array(count * 2);
      wider.set(this.#numbers.subarray(0, this.count));
      this.#numbers = wider;
    }
    this.#numbers.set(numbers, this.count);
    this.count = count;
  }

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
