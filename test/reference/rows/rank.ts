import type { EventRow } from "../../../lib/port/row.ts";
import type { BreakdownPlan } from "../../../lib/questions/trend/plan.ts";
import type { GroupValue } from "../../../lib/port/lines.ts";
import { groupValue } from "./group-value.ts";
import { createTally } from "./tally.ts";
import type { Tally, TallyFrame } from "./tally.ts";

/** Finds the keys of a breakdown by values, over the rows of its value range. */
export interface Ranking {
  add(row: EventRow): void;
  /** The highest first; of equal ones the greater key. */
  keys(): GroupValue[][];
}

/** @param frame the value range, as a single bucket */
export function createRanking(
  { sources, rankBy }: Extract<BreakdownPlan, { by: "values" }>,
  frame: TallyFrame,
): Ranking {
  const known = new Map<string, { values: GroupValue[]; tally: Tally }>();
  return {
    add(row) {
      const values = sources.map((source) => groupValue(row, source));
      const name = JSON.stringify(values);
      const entry = known.get(name) ?? { values, tally: createTally(rankBy, frame) };
      known.set(name, entry);
      entry.tally.add(row);
    },
    keys: () =>
      [...known.values()]
        .map(({ values, tally }) => ({ values, size: tally.values()[0] ?? 0 }))
        .toSorted((a, b) => b.size - a.size || compareDescending(a.values, b.values))
        .map(({ values }) => values),
  };
}

function compareDescending(a: GroupValue[], b: GroupValue[]): number {
  for (const [index, left] of a.entries()) {
    const right = b[index] ?? "";
    if (left === right) continue;
    // Only a missing number is a text beside numbers.
    if (typeof left !== typeof right) return typeof left === "number" ? -1 : 1;
    return left > right ? -1 : 1;
  }
  return 0;
}
