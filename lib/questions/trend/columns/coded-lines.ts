import type { PropertyColumn } from "../../../engines/columns/log/segment.ts";

/** The lines of a segment's rows in two parts: a code for each row, a line for each code. */
export interface CodedLines {
  codes: PropertyColumn["codes"];
  table: Uint32Array;
  /** Every line is below. */
  lineLimit: number;
}
