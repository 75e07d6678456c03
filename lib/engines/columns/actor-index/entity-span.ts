import type { SortedRows } from "../kernels/sort-rows.ts";

/**
 * Rows of one entity: `from` to `until − 1` of the columns, in order of time, then of arrival. A class keeps one hidden
 * class; each object from spread syntax would get a new one, and V8 would drop its optimised code.
 */
export class EntitySpan {
  /** Epoch ms. */
  times: Float64Array;
  values: Uint32Array;
  from = 0;
  until = 0;
  #places: Uint32Array;
  #picks: Uint32Array | null = null;

  constructor({ times, values, places }: SortedRows) {
    this.times = times;
    this.values = values;
    this.#places = places;
  }

  /**
   * The place of a row: `place >>> 16` is the position of its segment in the question, `place & 0xffff` the row in it.
   */
  placeOf(row: number): number {
    return this.#picks === null ? this.#places[row]! : this.#places[this.#picks[row]!]!;
  }

  /**
   * Switches to other columns, for example after they have grown.
   * @param picks the place of a row is at `picks[row]`; null = at the row itself
   */
  take({ times, values, places }: SortedRows, picks: Uint32Array | null = null): void {
    this.times = times;
    this.values = values;
    this.#places = places;
    this.#picks = picks;
  }
}
