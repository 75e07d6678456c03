import { suite } from "uvu";
import * as assert from "uvu/assert";
import { toPointLine } from "../../../lib/questions/trend/point-line.ts";
import { readOlderTrend } from "../../../lib/questions/trend/older/question.ts";

const lineOf = (value: unknown, query: object) => toPointLine(value, readOlderTrend(query).query.breakdown);

const line = suite("toPointLine");

line("is every line without a value", () => {
  assert.equal(lineOf(undefined, {}), { type: "whole" });
  assert.equal(lineOf(undefined, { breakdown: "os" }), { type: "whole" });
});

line("is a value as it stands, even one that looks like a list; the empty text is what is missing", () => {
  assert.equal(lineOf("mac", { breakdown: "os" }), { type: "values", values: ["mac"] });
  assert.equal(lineOf("", { breakdown: "os" }), { type: "values", values: [""] });
  assert.equal(lineOf('["a"]', { breakdown: "os" }), { type: "values", values: ['["a"]'] });
});

line("is a list of values where the breakdown is one", () => {
  const both = { breakdowns: [{ property: "os" }, { property: "plan", type: "person" }] };
  assert.equal(lineOf('["mac",""]', both), { type: "values", values: ["mac", ""] });
  assert.equal(lineOf(["mac", "pro"], both), { type: "values", values: ["mac", "pro"] });
  assert.equal(lineOf("mac", { breakdown: ["os"] }), { type: "values", values: ["mac"] });
});

line("is a number where values are lengths", () => {
  const session = { breakdown: "$session_duration", breakdown_type: "session" };
  assert.equal(lineOf("60", session), { type: "values", values: [60] });
  const length = { breakdown: "length(properties.os)", breakdown_type: "hogql" };
  assert.equal(lineOf("3", length), { type: "values", values: [3] });
  assert.equal(lineOf("", length), { type: "values", values: [""] });
});

line("knows the late markers of the rest and of what is missing", () => {
  const late = { breakdown: "os", breakdown_other: true };
  assert.equal(lineOf("$$_posthog_breakdown_other_$$", late), { type: "rest" });
  assert.equal(lineOf(9_007_199_254_740_991, late), { type: "rest" });
  assert.equal(lineOf("$$_posthog_breakdown_null_$$", late), { type: "values", values: [""] });
  const marker = "$$_posthog_breakdown_other_$$";
  assert.equal(lineOf(marker, { breakdown: "os" }), { type: "values", values: [marker] });
});

line("is a cohort or everybody, and a bin as answers write it", () => {
  const cohort = { breakdown: [3, "all"], breakdown_type: "cohort" };
  assert.equal(lineOf("3", cohort), { type: "cohort", id: 3 });
  assert.equal(lineOf(["3"], cohort), { type: "cohort", id: 3 });
  assert.equal(lineOf("all", cohort), { type: "cohort", id: null });
  const bins = { breakdown: "n", breakdown_histogram_bin_count: 2 };
  assert.equal(lineOf("[10.0,30.01]", bins), { type: "bin", bin: { low: 10, high: 30.01 } });
  assert.equal(lineOf([-1, 5], bins), { type: "bin", bin: { low: -1, high: 5 } });
  assert.equal(lineOf("[nan,nan]", bins), { type: "bin", bin: { low: NaN, high: NaN } });
});

line("refuses what is none of the breakdown's", () => {
  const cohort = { breakdown: [3], breakdown_type: "cohort" };
  const bins = { breakdown: "n", breakdown_histogram_bin_count: 2 };
  const both = { breakdowns: [{ property: "os" }, { property: "plan" }] };
  for (const [value, query] of [
    ["x", {}],
    ["x", cohort],
    ["10", bins],
    ["mac", both],
    ['["a"]', both],
  ] as const) {
    try {
      lineOf(value, query);
      assert.unreachable(value);
    } catch (error) {
      assert.is((error as { attr: string }).attr, "breakdown_value", value);
    }
  }
});

line.run();
