import { suite } from "uvu";
import * as assert from "uvu/assert";
import { colourToken, lineAt, stack } from "../../../adapters/ui/page/parts/chart-lines.ts";

const LINES = [
  { name: "new", data: [2, 0], colour: 0 },
  { name: "returning", data: [3, 4], colour: 1 },
  { name: "dormant", data: [-5, -1], colour: 2 },
  { name: "gone", data: [-1, -2], colour: 3 },
];

const stacking = suite("stack");

stacking("puts values on each other, negative ones below zero", () => {
  assert.equal(stack(LINES), [
    [2, 0],
    [5, 4],
    [-5, -1],
    [-6, -3],
  ]);
});

stacking.run();

const pointing = suite("lineAt");

pointing("finds the part of a stack that is pointed at", () => {
  const ends = [2, 5, -5, -6];
  assert.equal(
    [1, 2.5, 4.9, -0.5, -5.5].map((value) => lineAt("stack", ends, value)),
    [0, 1, 1, 2, 3],
  );
});

pointing("finds the nearest line", () => {
  assert.is(lineAt("line", [10, 20, 30], 24), 1);
  assert.is(lineAt("stack", [2, 5], 100), 1);
});

pointing.run();

const colours = suite("colourToken");

colours("begins again after eight", () => {
  assert.equal([0, 7, 8].map(colourToken), ["--series-1", "--series-8", "--series-1"]);
});

colours.run();
