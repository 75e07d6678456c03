import * as v from "valibot";
import { answeredAs } from "../shared/answer-response.ts";
import type { GroupValue, LineKey } from "../../port/lines.ts";
import { toShown } from "../shared/line-label.ts";
import type { FunnelQuery } from "./node.ts";

const Value = answeredAs<GroupValue | GroupValue[]>(
  v.union([v.string(), v.number(), v.array(v.union([v.string(), v.number()]))]),
);

/** The fields of a line of a breakdown; absent = the funnel is not broken down. */
export const labelEntries = {
  /** For the eye: the values, or the cohort's name. */
  breakdown: v.exactOptional(Value),
  /** The key: the values, or the cohort's id. */
  breakdown_value: v.exactOptional(Value),
};
export interface FunnelLineLabel extends Required<v.InferOutput<v.ObjectSchema<typeof labelEntries, undefined>>> {}

/** The label of the values that have no line of their own. */
export const OTHER_VALUES = "Other";

/** Null = the funnel is not broken down. Source: reference/insights.md 11.8. */
export function toFunnelLabel(
  key: LineKey,
  { breakdown }: Pick<FunnelQuery, "breakdown">,
  cohortName: (id: number) => string,
): FunnelLineLabel | null {
  if (key.type === "cohort") {
    if (key.id === null) return { breakdown: "all users", breakdown_value: "all" };
    return { breakdown: cohortName(key.id), breakdown_value: key.id };
  }
  if (key.type !== "values" && key.type !== "rest") return null;
  const values = key.type === "values" ? key.values.map(toShown) : [OTHER_VALUES];
  const isList = breakdown?.by === "values" && breakdown.isList;
  const shown = isList ? values : (values[0] ?? "");
  return { breakdown: shown, breakdown_value: shown };
}

/**
 * Cohorts as they were asked for; values by size descending, then by value descending; the rest last. (The original
 * leaves it open.)
 */
export function sortLines<Line extends { key: LineKey }>(
  lines: readonly Line[],
  { breakdown }: Pick<FunnelQuery, "breakdown">,
  sizeOf: (line: Line) => number,
): Line[] {
  const ids = breakdown?.by === "cohorts" ? breakdown.ids : [];
  const placeOf = ({ key }: Line) =>
    key.type === "cohort" ? ids.indexOf(key.id ?? "all") : key.type === "rest" ? 1 : 0;
  return lines.toSorted((a, b) => {
    if (placeOf(a) !== placeOf(b) || a.key.type === "cohort") return placeOf(a) - placeOf(b);
    return sizeOf(b) - sizeOf(a) || compareDescending(valuesOf(a.key), valuesOf(b.key));
  });
}

function valuesOf(key: LineKey): GroupValue[] {
  return key.type === "values" ? key.values : [];
}

function compareDescending(a: GroupValue[], b: GroupValue[]): number {
  for (const [index, left] of a.entries()) {
    const right = b[index] ?? "";
    if (left !== right) return left > right ? -1 : 1;
  }
  return 0;
}
