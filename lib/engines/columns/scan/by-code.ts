import type { Json } from "../../../events/filters/index.ts";
import { idsByCode } from "../kernels/entity-ids.ts";
import type { PropertyColumn, Segment } from "../log/segment.ts";
import { compileTables } from "./value-table.ts";

/** Codes of a segment's rows, and the number of each code. */
export interface CodedNumbers {
  codes: PropertyColumn["codes"];
  table: Uint32Array;
}

/** The numbers of a property's values. */
export interface NumbersByCode {
  /** The number of each of the rows `start` to `end − 1`. */
  of(segment: Segment, start: number, end: number): Uint32Array;
  coded(segment: Segment): CodedNumbers;
}

/** Numbers each distinct value of an event property once. */
export function byCode(key: string, numberOf: (value: Json | undefined) => number): NumbersByCode {
  return byCodes(key, (values) => values.map(numberOf));
}

/** As `byCode`, numbering many values at once. */
export function byCodes(key: string, numbersOf: (values: (Json | undefined)[]) => number[]): NumbersByCode {
  const tableOf = compileTables(Uint32Array, numbersOf);
  const coded = (segment: Segment) => {
    const column = segment.property(key);
    return { codes: column.codes, table: tableOf(column) };
  };
  return {
    coded,
    of(segment, start, end) {
      const { codes, table } = coded(segment);
      return idsByCode(codes, table, start, end);
    },
  };
}
