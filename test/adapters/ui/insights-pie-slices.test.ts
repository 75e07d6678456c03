import { suite } from "uvu";
import * as assert from "uvu/assert";
import { toSlices } from "../../../adapters/ui/page/views/insights/pie-slices.ts";

/** The angle of each corner of a slice's outer arc, in degrees from the top, clockwise. */
function turns(d: string): number[] {
  const numbers = (d.match(/-?[\d.]+/g) ?? []).map(Number);
  // M x y A rx ry rotation large sweep x y …
  const [x = 0, y = 0, , , , , , endX = 0, endY = 0] = numbers;
  return [toDegrees(x, y), toDegrees(endX, endY)];
}

function toDegrees(right: number, down: number): number {
  return (Math.round((Math.atan2(right, -down) * 180) / Math.PI) + 360) % 360;
}

const slices = suite("toSlices");

slices("gives each value its share of a turn, the largest first from the top", () => {
  const found = toSlices([
    { name: "a", value: 1 },
    { name: "b", value: 2 },
    { name: "c", value: 1 },
  ]);
  assert.equal(
    found.map(({ name, share, index, d }) => [name, share, index, turns(d)]),
    [
      ["b", 0.5, 1, [0, 180]],
      ["a", 0.25, 0, [180, 270]],
      ["c", 0.25, 2, [270, 0]],
    ],
  );
});

slices("has no slice for zero and below, and a ring for a single value", () => {
  const found = toSlices([
    { name: "a", value: 5 },
    { name: "b", value: 0 },
    { name: "c", value: -3 },
  ]);
  assert.equal(
    found.map(({ name, share }) => [name, share]),
    [["a", 1]],
  );
  assert.match(found[0]?.d ?? "", /A1 1 0 1 1/, "the long way round");
  assert.equal(toSlices([]), []);
});

slices("sums up the smallest of more than eight", () => {
  const found = toSlices(Array.from({ length: 10 }, (_, index) => ({ name: `n${index}`, value: 10 - index })));
  assert.is(found.length, 8);
  const { name, value, index } = found[7] ?? {};
  assert.equal([name, value, index], ["Other (3)", 3 + 2 + 1, null]);
});

slices.run();
