import { suite } from "uvu";
import * as assert from "uvu/assert";
import { mergeCorrelation } from "../../../../lib/questions/correlation/columns/merge-parts.ts";
import { mergePeriods } from "../../../../lib/questions/funnel/columns/merge-parts.ts";

/** A line of a breakdown by one value. */
function lineOf(value: string, ...counts: number[]) {
  return {
    key: { type: "values" as const, values: [value] },
    reachedFrom: counts,
    reachedTo: counts.map((count) => count - 1),
  };
}

const periods = suite("mergePeriods");

periods("adds up the lines with the same key, and keeps those that one alone has", () => {
  assert.equal(mergePeriods([{ lines: [lineOf("a", 1, 2), lineOf("b", 5, 5)] }, { lines: [lineOf("a", 3, 4)] }]), {
    lines: [
      { key: { type: "values", values: ["a"] }, reachedFrom: [4, 6], reachedTo: [2, 4] },
      { key: { type: "values", values: ["b"] }, reachedFrom: [5, 5], reachedTo: [4, 4] },
    ],
  });
});

periods.run();

function item(event: string) {
  return { by: "event" as const, event };
}

const correlations = suite("mergeCorrelation");

correlations("adds up actors in all, and those of each item", () => {
  const merged = mergeCorrelation([
    { success: 2, failure: 3, items: [{ item: item("a"), success: 1, failure: 2 }] },
    {
      success: 10,
      failure: 20,
      items: [
        { item: item("a"), success: 4, failure: 5 },
        { item: item("b"), success: 0, failure: 1 },
      ],
    },
  ]);
  assert.equal(merged, {
    success: 12,
    failure: 23,
    items: [
      { item: item("a"), success: 5, failure: 7 },
      { item: item("b"), success: 0, failure: 1 },
    ],
  });
});

correlations.run();
