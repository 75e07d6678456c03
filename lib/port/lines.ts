/** A bin holds the numbers from `low` up to but not including `high`. */
export interface Bin {
  low: number;
  high: number;
}

/** Rows are grouped by it: text, or a number from a source of numbers. Missing = the empty text. */
export type GroupValue = string | number;

/** The empty text as a value, of an expression. Texts of events never have this sign. */
export const EMPTY_TEXT = "\u0000";

/** A line of a series; the plan's `breakdown` decides the type. */
export type LineKey =
  | { type: "whole" }
  | { type: "values"; values: GroupValue[] }
  | { type: "rest" }
  | { type: "bin"; bin: Bin }
  | { type: "cohort"; id: number | null };
