import { suite } from "uvu";
import * as assert from "uvu/assert";
import {
  laterSteps,
  MomentSteps,
  toStepTable,
  toValueSteps,
  valuesOf,
} from "../../../../lib/questions/funnel/columns/value-steps.ts";

/** By value, the steps that it may be, of 100. */
const STEPS = [[], [0, 99], [31], [32, 33, 64], [0]];
const LIMIT = STEPS.length;
const steps = toValueSteps({ limit: LIMIT, count: 100 }, (value, step) => STEPS[value]?.includes(step) === true);

const values = suite("toValueSteps");

values("lists the steps of each value, and says which one is the only one", () => {
  assert.equal(
    STEPS.map((_, value) => [...steps.list.subarray(steps.offsets[value], steps.offsets[value + 1])]),
    STEPS,
  );
  assert.equal([...steps.only], [-1, -2, 31, -2, 0]);
});

values("makes room for values of all steps", () => {
  const all = toValueSteps({ limit: 300, count: 255 }, () => true);
  assert.is(all.offsets[300], 300 * 255);
  assert.is(all.list[300 * 255 - 1], 254);
});

values.run();

const ofStep = suite("valuesOf");

ofStep("says which values may be a step", () => {
  assert.equal([...valuesOf(steps, 0)], [0, 1, 0, 0, 1]);
  assert.equal([...valuesOf(steps, 64)], [0, 0, 0, 1, 0]);
});

ofStep.run();

const later = suite("laterSteps");

later("leaves out the steps before", () => {
  const found = laterSteps(steps, 1);
  assert.equal([...found.only], [-1, 99, 31, -2, -1]);
  assert.equal([...found.list.subarray(0, found.offsets[LIMIT])], [99, 31, 32, 33, 64]);
});

later.run();

const table = suite("toStepTable");

table("says of each value and step whether the value may be the step", () => {
  const { table: is, shift } = toStepTable(steps);
  for (const [value, own] of STEPS.entries()) {
    for (let step = 0; step < 100; step++) assert.is(is[(value << shift) | step], own.includes(step) ? 1 : 0);
  }
});

table.run();

const moment = suite("MomentSteps");

moment("gives the steps of some values from the last to the first, each once, and forgets them", () => {
  const found = new MomentSteps(steps);
  for (const value of [1, 3, 4, 2, 3]) found.add(value);
  assert.equal([...found.steps.subarray(0, found.drain())], [99, 64, 33, 32, 31, 0]);
  assert.is(found.drain(), 0);
});

moment.run();
