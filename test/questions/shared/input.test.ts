import { suite } from "uvu";
import * as assert from "uvu/assert";
import { HogletError } from "../../../lib/base/errors.ts";
import { normaliseInput } from "../../../lib/questions/shared/input.ts";

const input = suite("normaliseInput");

input("reads the JSON text of fields that are no scalars, and leaves typed ones alone", () => {
  const events = [{ id: "a" }];
  const wanted = { events, interval: "week" };
  assert.equal(normaliseInput({ events: JSON.stringify(events), interval: "week" }), wanted);
  assert.equal(normaliseInput({ events, interval: "week" }), wanted);
});

input("reads a list of breakdowns, and takes anything else for the name of a property", () => {
  for (const [text, value] of [
    ['[1,"all"]', [1, "all"]],
    ["[x", "[x"],
    ["5", "5"],
    ["os", "os"],
  ] as const) {
    assert.equal(normaliseInput({ breakdown: text }), { breakdown: value });
  }
});

input("drops what says nothing", () => {
  assert.equal(normaliseInput({ date_to: "", breakdown: null, formula: undefined, compare: false }), {
    compare: false,
  });
  assert.equal(normaliseInput({ breakdowns: "null", events: '""' }), {});
});

for (const [what, raw, attr] of [
  ["a list", [], null],
  ["nothing", undefined, null],
  ["broken JSON", { properties: "[{" }, "properties"],
] as const) {
  input(`refuses ${what}`, () => {
    assert.throws(
      () => normaliseInput(raw),
      (error: unknown) => error instanceof HogletError && error.status === 400 && error.attr === attr,
    );
  });
}

input.run();
