import { suite } from "uvu";
import * as assert from "uvu/assert";
import { addUp, addUpLists, ALONE, partOf } from "../../../../lib/engines/columns/crew/crew.ts";
import type { Crew } from "../../../../lib/engines/columns/crew/crew.ts";

/** The first of a crew, whose others give the same each time. */
function firstOf(others: unknown[]): Crew {
  const collect = <T>(mine: T): T[] => [mine, ...(others as T[])];
  return { ...ALONE, size: others.length + 1, collect, gather: collect };
}

const sums = suite("addUp");

sums("adds lists of different lengths place by place", () => {
  const crew = firstOf([Float64Array.of(3, 4, 5), Float64Array.of()]);
  assert.equal([...addUp(crew, Float64Array.of(1, 2))], [4, 6, 5]);
  const alone = Float64Array.of(1);
  assert.is(addUp(ALONE, alone), alone);
});

sums.run();

const lists = suite("addUpLists");

lists("adds lists by name, also those that only others have", () => {
  const crew = firstOf([{ a: [10, 20, 30], b: [1] }]);
  assert.equal(addUpLists<Record<string, number[]>>(crew, { a: [1, 2] }), { a: [11, 22, 30], b: [1] });
});

lists.run();

const parts = suite("partOf");

parts("gives each thread its own part, and all of them everything", () => {
  for (const [size, length] of [
    [1, 7],
    [2, 7],
    [3, 7],
    [4, 2],
    [3, 0],
  ] as const) {
    let next = 0;
    for (let place = 0; place < size; place++) {
      const { from, until } = partOf({ ...ALONE, place, size }, length);
      assert.is(from, next);
      next = until;
    }
    assert.is(next, length);
  }
});

parts.run();
