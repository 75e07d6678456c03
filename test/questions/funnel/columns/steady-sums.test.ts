import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createRandom } from "../../../../fixtures/random.ts";
import { SteadySums } from "../../../../lib/questions/funnel/columns/steady-sums.ts";

const sums = suite("SteadySums");

sums("keeps what rounding leaves out", () => {
  const own = new SteadySums(2);
  for (const number of [1, 1e100, 1, -1e100]) own.add(1, number);
  assert.is(own.at(1), 2);
  assert.is(own.at(0), 0);
});

sums("come out the same in whatever order and parts they are added", () => {
  const random = createRandom(1);
  const numbers = Array.from({ length: 10_000 }, () => random.integer(1, 100_000) / random.integer(1, 50));
  const forward = new SteadySums(1);
  for (const number of numbers) forward.add(0, number);
  let plain = 0;
  for (const number of numbers.toReversed()) plain += number;
  assert.is.not(plain, forward.at(0), "numbers that a plain sum would not be steady for");
  for (let round = 0; round < 20; round++) {
    const parts = [new SteadySums(1), new SteadySums(1), new SteadySums(1)];
    const shuffled = numbers.map((number) => ({ number, at: random.unit() })).toSorted((a, b) => a.at - b.at);
    for (const { number } of shuffled) random.pick(parts).add(0, number);
    const whole = new SteadySums(1);
    for (const part of parts) whole.addParts(part.toParts());
    assert.is(whole.at(0), forward.at(0));
  }
});

sums.run();
