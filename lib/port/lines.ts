/** A bin holds the numbers from `low` up to but not including `high`. */
export interface Bin {
  low: number;
  high: number;
}

/** A value by which rows are grouped: text, or a number from a source of numbers. Missing = the empty text. */
export type GroupValue = string | number;

/** The empty text where it is a value: that of an expression. Texts of events have no such sign. */
export const EMPTY_TEXT = "\u0000";

/** Identifies a line of a series; the plan's `breakdown` decides the type. */
export type LineKey =
  | { type: "whole" }
  | { type: "values"; values: GroupValue[] }
  | { type: "rest" }
  | { type: "bin"; bin: Bin }
  | { type: "cohort"; id: number | null };
