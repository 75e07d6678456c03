import { suite } from "uvu";
import * as assert from "uvu/assert";
import { HogletError } from "../../../lib/base/errors.ts";
import { parseFormula } from "../../../lib/questions/trend/formula.ts";

const formula = suite("parseFormula");

for (const [text, values, expected] of [
  ["A + B", [2, 3], 5],
  ["A - B * 2", [10, 3], 4],
  ["(A - B) * 2", [10, 3], 14],
  ["A / B", [1, 4], 0.25],
  // A division by zero is 0 where it stands; the rest of the formula counts.
  ["A / B", [1, 0], 0],
  ["A / B + C", [1, 0, 5], 5],
  ["1 - A / B", [0, 0], 1],
  ["A / (B - B) * 100 + C", [1, 2, 3], 3],
  ["A / 1000", [3], 0.003],
  ["(A/3600)/B", [7200, 2], 1],
  ["2 ^ A ^ B", [3, 2], 512],
  ["-A + .5", [1], -0.5],
  ["b - a", [1, 4], 3],
  ["100", [1], 100],
  ["A + C", [1, 2, 4], 5],
  // Characters that formulas do not have are left out.
  ["A, + $B", [1, 2], 3],
] as const) {
  formula(`works out ${text} for ${values.join(" and ")}`, () => {
    assert.is(parseFormula(text, values.length).evaluate(values), expected);
  });
}

formula("keeps the text as it was read, for the label", () => assert.is(parseFormula("A; + B!", 2).text, "A + B"));

for (const text of ["", "!", "A +", "A B", "A + C", "f(A)", "A.b", "this", "true", "2A", "(A", "AA", "A ** * B"]) {
  formula(`refuses "${text}" over two entities`, () => {
    assert.throws(
      () => parseFormula(text, 2),
      (error: unknown) => error instanceof HogletError && error.status === 400 && error.attr === "formula",
    );
  });
}

formula("refuses what would take the stack", () => {
  assert.throws(() => parseFormula(`${"(".repeat(400)}A${")".repeat(400)}`, 1), /500 characters/);
});

function nested(depth: number) {
  return parseFormula(`${"A/(".repeat(depth)}A${")".repeat(depth)}`, 1);
}

formula("is not printed where divisors in divisors would double it without end", () => {
  assert.ok((nested(4).print(["total"])?.length ?? 0) > 100);
  assert.is(nested(22).print(["total"]), null);
  assert.is(nested(22).evaluate([2]), 2);
});

formula.run();
