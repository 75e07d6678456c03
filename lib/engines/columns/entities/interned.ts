/** Numbers distinct values from 0, in the order of their appearance. Texts and numbers are never equal. */
export class Interned<T extends string | number | null> {
  readonly values: T[] = [];
  readonly #numbers = new Map<T, number>();

  get size(): number {
    return this.values.length;
  }

  numberOf(value: T): number {
    const known = this.#numbers.get(value);
    if (known !== undefined) return known;
    this.#numbers.set(value, this.values.length);
    return this.values.push(value) - 1;
  }
}
