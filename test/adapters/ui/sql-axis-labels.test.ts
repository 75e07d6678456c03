import { suite } from "uvu";
import * as assert from "uvu/assert";
import { LONGEST_LABEL, toAxisLabels } from "../../../adapters/ui/page/views/sql/axis-labels.ts";

const tests = suite("toAxisLabels");

tests("names whole places, and nothing between and beyond them", () => {
  assert.equal(toAxisLabels("category", ["a", "b"], [-1, 0, 0.5, 1, 2]), ["", "a", "", "b", ""]);
});

tests("cuts long names", () => {
  const [label] = toAxisLabels("category", ["a".repeat(30)], [0]);
  assert.is(label, `${"a".repeat(LONGEST_LABEL - 1)}…`);
});

tests("writes midnights as days and other times as hours, in UTC", () => {
  const midnight = Date.UTC(2024, 2, 1) / 1000;
  assert.equal(toAxisLabels("time", [], [midnight, midnight + 21_600]), ["1 Mar", "06:00"]);
});

tests.run();
