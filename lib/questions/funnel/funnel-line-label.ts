import type { GroupValue, LineKey } from "../../port/lines.ts";
import type { FunnelQuery } from "./question.ts";

/** How a line of a funnel's breakdown is shown. */
export interface FunnelLineLabel {
  /** For the eye: the values, or the cohort's name. */
  breakdown: GroupValue | GroupValue[];
  /** The key: the values, or the cohort's id. */
  breakdown_value: GroupValue | GroupValue[];
  /** Each property with its value; only when the question sent `breakdowns`. */
  breakdowns?: { property: string; value: GroupValue }[];
}

/** The label of the values that have no line of their own. */
export const OTHER_VALUES = "Other";

/** Says how a line is shown; null = the funnel is not broken down. Source: reference/insights.md 11.8. */
export function toFunnelLabel(
  key: LineKey,
  { breakdown, breakdowns }: Pick<FunnelQuery, "breakdown" | "breakdowns">,
  cohortName: (id: number) => string,
): FunnelLineLabel | null {
  if (key.type === "cohort") {
    if (key.id === null) return { breakdown: "all users", breakdown_value: "all" };
    return { breakdown: cohortName(key.id), breakdown_value: key.id };
  }
  if (key.type !== "values" && key.type !== "rest") return null;
  const values = key.type === "values" ? key.values : [OTHER_VALUES];
  const isList = breakdown?.by === "values" && breakdown.isList;
  const shown = isList ? values : (values[0] ?? "");
  const label = { breakdown: shown, breakdown_value: shown };
  if (breakdowns === undefined || breakdowns.length === 0) return label;
  const pairs = breakdowns.map(({ property, value }, index) => ({
    property: property ?? value ?? "",
    // The rest has one value for any number of properties.
    value: values[index] ?? values[0] ?? "",
  }));
  return { ...label, breakdowns: pairs };
}

/**
 * Puts lines into an order (the original leaves it open): cohorts as they were asked for; values by size descending, then
 * by value descending, the rest last.
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
