import type { DateRange } from "../../../port/range.ts";
import { eachBucket } from "../scan/each-bucket.ts";
import { markPlace } from "../kernels/period-bits.ts";
import type { Slice } from "../scan/scan.ts";
import type { EntityIds } from "./entity-ids.ts";

/** The periods between edges in which each entity was active: `words` 32-bit words of bits for each entity. */
export interface Active {
  table: Uint32Array;
  words: number;
}

export interface ActiveInput {
  slices: (range: DateRange) => Iterable<Slice>;
  range: DateRange;
  /** Ascending; rows before the first edge are left out. */
  edgesMs: readonly number[];
  entityIds: EntityIds;
}

/** Finds the periods in which each entity has a row. */
export function readActive({ slices, range, edgesMs, entityIds }: ActiveInput): Active {
  const words = Math.max(1, Math.ceil(edgesMs.length / 32));
  let table = new Uint32Array(entityIds.limit() * words);
  for (const slice of slices(range)) {
    const { segment, start, end, mask } = slice;
    const numbers = entityIds.of(segment, start, end);
    // New groups appear during reading.
    if (table.length < entityIds.limit() * words) {
      const wider = new Uint32Array(Math.ceil(entityIds.limit() * 1.5) * words);
      wider.set(table);
      table = wider;
    }
    eachBucket(slice, edgesMs, (place, from, until) => {
      markPlace(table, words, place, { entityIds: numbers, mask, from: from - start, until: until - start });
    });
  }
  return { table, words };
}
