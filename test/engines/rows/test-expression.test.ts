import { suite } from "uvu";
import * as assert from "uvu/assert";
import { openTestsOfExpressions } from "../../../lib/engines/rows/index.ts";
import type { ExpressionFilter } from "../../../lib/events/filters/filter-node.ts";
import type { FilterRow } from "../../../lib/events/filters/index.ts";

const row: FilterRow = {
  properties: { plan: "pro" },
  personId: null,
  personProperties: {},
  groupProperties: () => ({}),
};

function filter(key: string): ExpressionFilter {
  const inputs = [{ of: "event" as const, key: "plan" }];
  return { type: "hogql", key, context: { timezone: "UTC", weekStartDay: 0, nowMs: 0, subject: "event", inputs } };
}

const NO_COHORTS = () => () => false;

const tests = suite("openTestsOfExpressions");

tests("tests rows for one question after the other, also of more expressions than stay compiled", () => {
  const open = openTestsOfExpressions();
  for (let round = 0; round < 2; round++) {
    for (let length = 0; length < 150; length++)
      assert.is(open()(row, filter(`length(properties.plan) > ${length}`), NO_COHORTS), length < 3, String(length));
  }
});

tests("many questions share one evaluator: they leave no memory behind", () => {
  const open = openTestsOfExpressions();
  const before = process.memoryUsage().rss;
  for (let count = 0; count < 1000; count++)
    assert.is(open()(row, filter("properties.plan = 'pro'"), NO_COHORTS), true);
  // One evaluator has some 350 kB.
  assert.ok(process.memoryUsage().rss - before < 150e6);
});

tests.run();
