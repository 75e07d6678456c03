import { suite } from "uvu";
import * as assert from "uvu/assert";
import { Cache } from "../../../../lib/engines/columns/log/cache.ts";
import { Arena } from "../../../../lib/engines/columns/log/arena.ts";

const BUDGET = 4000;

const arena = suite("Arena");

arena("gives columns that do not touch one another, also of different kinds and beyond what it keeps", () => {
  const own = new Arena(new Cache(BUDGET));
  for (let question = 0; question < 3; question++) {
    const bytes = own.take(Uint8Array, 5).fill(1);
    const words = own.take(Uint32Array, 3).fill(2);
    const numbers = own.take(Float64Array, 2).fill(3);
    const many = own.take(Uint32Array, BUDGET).fill(4);
    assert.equal([bytes.length, words.length, numbers.length, many.length], [5, 3, 2, BUDGET]);
    assert.ok(bytes.every((value) => value === 1) && words.every((value) => value === 2));
    assert.ok(numbers.every((value) => value === 3) && many.every((value) => value === 4));
    own.clear();
  }
});

arena("gives the memory of a question that is over to the next one, up to a quarter of the budget", () => {
  const own = new Arena(new Cache(BUDGET));
  own.take(Uint32Array, 10);
  own.clear();
  const [first, second] = [own.take(Uint32Array, 6), own.take(Uint32Array, 4)];
  assert.is(first.buffer, second.buffer);
  const beyond = own.take(Uint32Array, 1);
  assert.is.not(beyond.buffer, first.buffer);
  own.clear();
  assert.is.not(own.take(Uint32Array, 11).buffer, first.buffer, "there is room for eleven now");
  own.take(Uint8Array, 3 * BUDGET);
  own.clear();
  assert.is(own.take(Uint8Array, 1).buffer.byteLength, BUDGET / 4);
});

arena("takes what it keeps from the budget, and gives it back", () => {
  const cache = new Cache(BUDGET);
  const own = new Arena(cache);
  const fill = () => {
    for (let entry = 0; entry < 4; entry++)
      cache.get(
        `${entry}`,
        () => entry,
        () => BUDGET / 4,
      );
    return [0, 1, 2, 3].filter((entry) => cache.find(`${entry}`) !== undefined).length;
  };
  assert.is(fill(), 4);
  own.take(Uint8Array, BUDGET / 4);
  own.clear();
  assert.is(fill(), 3);
  own.release();
  assert.is(fill(), 4);
});

arena.run();
