/** A bin holds the numbers from `low` up to but not including `high`. */
export interface Bin {
  low: number;
  high: number;
}

/** A value that rows are grouped by: text, or a number where the source is one. Missing = the empty text. */
export type GroupValue = string | number;

/** Which line of a series it is; what a plan's `breakdown` asks for decides the type. */
export type LineKey =
  | { type: "whole" }
  | { type: "values"; values: GroupValue[] }
  | { type: "rest" }
  | { type: "bin"; bin: Bin }
  | { type: "cohort"; id: number | null };
