import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createSeededRandom } from "../../../adapters/testing/seeded-random.ts";

const it = suite("createSeededRandom");

it("gives the same bytes for the same seed, others for another, and never the same twice", () => {
  const [a, b, c] = [createSeededRandom("x"), createSeededRandom("x"), createSeededRandom("y")];
  const first = a(40);
  assert.equal([first.length, first], [40, b(40)]);
  assert.not.equal(first, c(40));
  assert.not.equal(first, a(40));
});

it("goes on where another one stands", () => {
  const first = createSeededRandom("x");
  first(100);
  const second = createSeededRandom("x", first.drawn());
  assert.equal(second(64), first(64));
});

it("spreads its bits evenly", () => {
  const ones = createSeededRandom("x")(65_536).reduce(
    (sum, byte) => sum + byte.toString(2).replaceAll("0", "").length,
    0,
  );
  // Half of 524,288 bits, give or take five standard deviations.
  assert.ok(Math.abs(ones - 262_144) < 5 * Math.sqrt(524_288 / 4), String(ones));
});

it.run();
