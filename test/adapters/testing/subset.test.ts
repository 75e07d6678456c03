import { suite } from "uvu";
import * as assert from "uvu/assert";
import { differences, isSubset, tell } from "../../../adapters/testing/subset.ts";

const it = suite("differences");

it("finds nothing where all that is expected is there, at any depth", () => {
  const actual = { a: 1, b: { c: [1, { d: 2, e: 3 }], f: null }, g: "x" };
  for (const expected of [{}, { a: 1 }, { b: { f: null } }, { b: { c: [1, { d: 2 }] } }, actual]) {
    assert.equal(differences(expected, actual), []);
  }
});

it("names each place with what was expected and what is there", () => {
  const found = differences(
    { a: 2, b: { c: [1, { d: 3 }], z: 1 }, l: [1] },
    { a: 1, b: { c: [1, { d: 2 }] }, l: [1, 2] },
  );
  assert.equal(
    found.map(({ path, expected, actual }) => [path, expected, actual]),
    [
      ["a", 2, 1],
      ["b.c[1].d", 3, 2],
      ["b.z", 1, undefined],
      ["l", [1], [1, 2]],
    ],
  );
  assert.equal(found.map(tell).slice(1, 3), ["b.c[1].d is 2, expected 3", "b.z is missing, expected 1"]);
});

it("tells kinds apart that JavaScript would mix", () => {
  const pairs: [unknown, unknown][] = [
    [1, "1"],
    [null, undefined],
    [0, false],
    [{}, []],
    [[], {}],
    [{}, null],
    ["", null],
  ];
  for (const [expected, actual] of pairs) assert.not(isSubset(expected, actual));
  assert.ok(isSubset(Number.NaN, Number.NaN));
});

it("takes expressions for texts and matchers for what they accept", () => {
  const even = { asymmetricMatch: (value: unknown) => typeof value === "number" && value % 2 === 0 };
  const sticky = /ro/g;
  for (let time = 0; time < 2; time++) assert.ok(isSubset({ plan: sticky, n: even }, { plan: "pro", n: 4 }));
  assert.not(isSubset({ plan: /^ro/ }, { plan: "pro" }));
  assert.not(isSubset({ n: even }, { n: 3 }));
  assert.not(isSubset({ plan: /1/ }, { plan: 1 }));
});

it.run();
