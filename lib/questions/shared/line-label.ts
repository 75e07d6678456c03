import { EMPTY_TEXT } from "../../port/lines.ts";
import type { GroupValue, LineKey } from "../../port/lines.ts";
import type { Breakdown } from "./breakdown.ts";
import { formatBin } from "./histogram.ts";

/** How a line of a breakdown is shown. */
export interface LineLabel {
  /** Added to the entity's label, such as a cohort's name. */
  text: string;
  /** The wire's `breakdown_value`. */
  value: GroupValue | GroupValue[];
  /** Sorts lines: numbers before texts, numbers by size. */
  rank: GroupValue[];
}

// Two buckets of later versions: as texts, and where all values are numbers (14).
export const OTHER = {
  text: "$$_posthog_breakdown_other_$$",
  number: 9_007_199_254_740_991,
  label: "Other (i.e. all remaining values)",
};
export const NONE = {
  text: "$$_posthog_breakdown_null_$$",
  number: 9_007_199_254_740_990,
  label: "None (i.e. no value)",
};

export interface LabelContext {
  breakdown: Breakdown | null;
  /** All values of the series are numbers. */
  isNumeric: boolean;
  cohortName(id: number): string;
}

/** Are all values of these lines numbers, missing ones apart? */
export function isNumeric(keys: LineKey[]): boolean {
  const values = keys.flatMap((key) => (key.type === "values" ? key.values : [])).filter((value) => value !== "");
  return values.length > 0 && values.every((value) => typeof value === "number");
}

/** Null = the line is the whole entity. Source: reference/insights.md 7.5 and 14. */
export function toLineLabel(key: LineKey, context: LabelContext): LineLabel | null {
  switch (key.type) {
    case "whole":
      return null;
    case "values":
      return toValuesLabel(key.values, context);
    case "rest":
      return toRestLabel(context);
    case "bin":
      return { text: formatBin(key.bin), value: formatBin(key.bin), rank: [key.bin.low] };
    case "cohort":
      // "all" is a text, and so comes after every id.
      if (key.id === null) return { text: "all users", value: "all", rank: ["all"] };
      return { text: context.cohortName(key.id), value: key.id, rank: [key.id] };
  }
}

function toValuesLabel(values: GroupValue[], context: LabelContext): LineLabel {
  const { breakdown } = context;
  const hasNull = breakdown?.by === "values" && breakdown.hasNull;
  const shown = values.map((value) => (value === "" && hasNull ? markerOf(NONE, context) : toShown(value)));
  const texts = values.map((value) => (value === "" ? (hasNull ? NONE.label : "none") : String(toShown(value))));
  return { text: texts.join("::"), value: toWire(shown, breakdown), rank: values };
}

/** A value as answers have it. */
export function toShown(value: GroupValue): GroupValue {
  return value === EMPTY_TEXT ? "" : value;
}

function toRestLabel(context: LabelContext): LineLabel {
  const { breakdown } = context;
  const count = breakdown?.by === "values" ? breakdown.sources.length : 1;
  const markers = Array.from({ length: count }, () => markerOf(OTHER, context));
  return { text: OTHER.label, value: toWire(markers, breakdown), rank: ["\uffff"] };
}

function markerOf(marker: { text: string; number: number }, context: LabelContext): GroupValue {
  return context.isNumeric ? marker.number : marker.text;
}

function toWire(values: GroupValue[], breakdown: Breakdown | null): GroupValue | GroupValue[] {
  return breakdown?.by === "values" && breakdown.isList ? values : (values[0] ?? "");
}

/** Puts two ranks into ascending order. */
export function compareRanks(a: GroupValue[], b: GroupValue[]): number {
  for (const [index, left] of a.entries()) {
    const right = b[index] ?? "";
    if (typeof left === typeof right) {
      if (left !== right) return left < right ? -1 : 1;
    } else return typeof left === "number" ? -1 : 1;
  }
  return 0;
}
