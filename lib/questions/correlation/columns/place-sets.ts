import type { CorrelationCount, CorrelationItem } from "../plan.ts";
import { DistinctCells } from "../../../engines/columns/entities/distinct-cells.ts";
import { countBits } from "../../../engines/columns/kernels/bits.ts";
import { IdSet } from "../../../engines/columns/entities/id-set.ts";

/** Distinct places of actors for each of many items. */
export class PlaceSets {
  readonly #cells: DistinctCells;
  readonly #isSuccess: Uint8Array;

  /** @param isSuccess of each place @param count roughly, how many items there may be */
  constructor(isSuccess: Uint8Array, count: number) {
    this.#isSuccess = isSuccess;
    const entityIds = { of: () => new Uint32Array(0), limit: () => isSuccess.length, actors: null };
    this.#cells = new DistinctCells(entityIds, count);
  }

  add(item: number, place: number): void {
    const cell = this.#cells.open(item);
    if (cell instanceof IdSet) cell.add(place);
    else cell[place >>> 5]! |= 1 << (place & 31);
  }

  /** How many of either kind an item has. @param item what the answer calls it */
  count(number: number, item: CorrelationItem): CorrelationCount {
    const cell = this.#cells.bits(number);
    const isSuccess = this.#isSuccess;
    let success = 0;
    for (let place = 0; place < isSuccess.length; place++) {
      if (isSuccess[place] === 1 && (cell[place >>> 5]! & (1 << (place & 31))) !== 0) success++;
    }
    return { item, success, failure: countBits(cell) - success };
  }
}
