import type { DateRange } from "../../../questions/index.ts";
import { eachBucket } from "../scan/each-bucket.ts";
import { markPlace } from "../kernels/period-bits.ts";
import type { Piece } from "../scan/scan.ts";
import type { Units } from "./units.ts";

/** In which of the stretches between edges each unit was active: `words` 32-bit words of bits for each. */
export interface Active {
  table: Uint32Array;
  words: number;
}

/** What of units is looked at. */
export interface ActiveInput {
  pieces: (range: DateRange) => Iterable<Piece>;
  range: DateRange;
  /** Ascending; rows before the first are left out. */
  edgesMs: readonly number[];
  units: Units;
}

/** Finds the stretches in which each unit has a row. */
export function readActive({ pieces, range, edgesMs, units }: ActiveInput): Active {
  const words = Math.max(1, Math.ceil(edgesMs.length / 32));
  let table = new Uint32Array(units.limit() * words);
  for (const piece of pieces(range)) {
    const { segment, start, end, mask } = piece;
    const numbers = units.of(segment, start, end);
    // Groups become known on the way.
    if (table.length < units.limit() * words) {
      const wider = new Uint32Array(Math.ceil(units.limit() * 1.5) * words);
      wider.set(table);
      table = wider;
    }
    eachBucket(piece, edgesMs, (place, from, until) => {
      markPlace(table, words, place, { units: numbers, mask, from: from - start, until: until - start });
    });
  }
  return { table, words };
}
