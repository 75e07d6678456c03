import { suite } from "uvu";
import * as assert from "uvu/assert";
import { openEvaluator } from "../../../lib/hogql/index.ts";

const totals = suite("totals of events that are given once, with their number");
const context = {
  timezone: "UTC",
  subject: "event" as const,
  weekStartDay: 0,
  nowMs: 0,
  inputs: [{ of: "event" as const, key: "n" }],
};
/** Three values of `n`, of which the second is that of four events and the third is missing. */
const DIFFERENT = [[1], [5], [undefined]];
const TIMES = [2, 4, 3];
const ALL = DIFFERENT.flatMap((event, place) => Array.from({ length: TIMES[place] ?? 0 }, () => event));

const TAKEN: [expression: string, value: number][] = [
  ["count()", 9],
  ["count(*)", 9],
  ["count(properties.n)", 6],
  ["countIf(properties.n = 5) / count()", 4 / 9],
  ["count() FILTER (WHERE properties.n = 5)", 4],
  ["count(DISTINCT properties.n) + uniq(properties.n)", 4],
  ["uniqIf(properties.n, properties.n > 1)", 1],
  ["max(properties.n) - min(properties.n)", 4],
  ["if(count() > 8, 100 * countIf(properties.n IS NULL), 0)", 300],
];

for (const [expression, value] of TAKEN) {
  totals(`are those of all: ${expression}`, () => {
    const evaluator = openEvaluator();
    const total = evaluator.openTotal(expression, context);
    assert.is(total.takesTimes, true);
    assert.is(total.of(DIFFERENT, TIMES), value);
    assert.is(total.of(ALL), value);
    evaluator.close();
  });
}

for (const expression of ["sum(properties.n)", "avg(properties.n) + count()", "length(groupArray(properties.n))"]) {
  totals(`are made of every event: ${expression}`, () => {
    const evaluator = openEvaluator();
    assert.is(evaluator.openTotal(expression, context).takesTimes, false);
    evaluator.close();
  });
}

totals.run();
