import type { GroupValue, LineKey } from "../../../lib/port/lines.ts";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { compareRanks, isNumeric, toLineLabel } from "../../../lib/questions/shared/line-label.ts";
import type { LabelContext } from "../../../lib/questions/shared/line-label.ts";
import type { Breakdown } from "../../../lib/questions/shared/breakdown.ts";

const byValues = (rest: object = {}): Breakdown => ({
  by: "values",
  sources: [{ type: "event", key: "a", as: "text" }],
  isList: false,
  limit: 25,
  offset: 0,
  hasOther: false,
  hasNull: false,
  ...rest,
});

function label(key: LineKey, context: Partial<LabelContext> = {}): unknown[] {
  const whole = { breakdown: byValues(), isNumeric: false, cohortName: (id: number) => `cohort ${id}`, ...context };
  const found = toLineLabel(key, whole);
  return [found?.text, found?.value];
}

const values = (...list: GroupValue[]): LineKey => ({ type: "values", values: list });

const labels = suite("toLineLabel");

labels("says the value, none for what is missing", () => {
  assert.equal(label(values("x")), ["x", "x"]);
  assert.equal(label(values("")), ["none", ""]);
  assert.equal(label(values(60)), ["60", 60]);
  assert.equal(label({ type: "whole" }), [undefined, undefined]);
});

labels("joins several values and shows a list where one was asked for", () => {
  const breakdown = byValues({ isList: true, sources: [{}, {}] });
  assert.equal(label(values("x", ""), { breakdown }), ["x::none", ["x", ""]]);
  assert.equal(label(values("x"), { breakdown: byValues({ isList: true }) }), ["x", ["x"]]);
});

labels("names the late-legacy buckets, by numbers where all values are", () => {
  const breakdown = byValues({ hasNull: true, hasOther: true });
  assert.equal(label(values(""), { breakdown }), ["None (i.e. no value)", "$$_posthog_breakdown_null_$$"]);
  assert.equal(label({ type: "rest" }, { breakdown }), [
    "Other (i.e. all remaining values)",
    "$$_posthog_breakdown_other_$$",
  ]);
  assert.is(label(values(""), { breakdown, isNumeric: true })[1], 9_007_199_254_740_990);
  assert.is(label({ type: "rest" }, { breakdown, isNumeric: true })[1], 9_007_199_254_740_991);
});

labels("names cohorts and bins", () => {
  assert.equal(label({ type: "cohort", id: 3 }), ["cohort 3", 3]);
  assert.equal(label({ type: "cohort", id: null }), ["all users", "all"]);
  assert.equal(label({ type: "bin", bin: { low: 0, high: 4.95 } }), ["[0.0,4.95]", "[0.0,4.95]"]);
});

labels.run();

const numeric = suite("isNumeric");

numeric("leaves missing values out of account", () => {
  assert.equal(
    [[values(1), values("")], [values(1), values("1")], [values("")], [{ type: "whole" as const }]].map(isNumeric),
    [true, false, false, false],
  );
});

numeric.run();

const ranks = suite("compareRanks");

ranks("puts numbers by size before texts by code", () => {
  const sorted = [["b"], [100], ["all"], [20], ["B"], [""]].toSorted(compareRanks);
  assert.equal(sorted, [[20], [100], [""], ["B"], ["all"], ["b"]]);
});

ranks.run();
