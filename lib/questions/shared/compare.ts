import * as v from "valibot";
import { invalid } from "../../base/errors.ts";
import type { Interval } from "./calendar.ts";
import { maybe, YesField } from "./fields.ts";
import { isAllTime } from "./query-range.ts";
import type { QueryRangeInput } from "./query-range.ts";

export const compareEntries = {
  /** Gives each line for the period before too, of equal length; 400 for all time. @default false */
  compare: v.nullish(YesField, false),
  /** How far back the other period lies: `-1w`, `-30h`. @default the period just before */
  compare_to: maybe(v.string()),
};

/** The additional fields of a series in a comparison. */
export interface Compared {
  compare: true;
  compare_label: "current" | "previous";
}

/** @throws HogletError 400 for all time, which nothing comes before */
export function requireComparable(input: Pick<QueryRangeInput, "date_from">): void {
  if (isAllTime(input)) throw invalid("compare", "All time has no previous period to compare with.");
}

/** The labels of both periods of a comparison: `day 0`, `day 1`, … */
export function toComparedLabels(labels: readonly unknown[], interval: Interval): string[] {
  return labels.map((_, index) => `${interval} ${index}`);
}
