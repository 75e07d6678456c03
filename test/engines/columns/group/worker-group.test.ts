import { suite } from "uvu";
import * as assert from "uvu/assert";
import { addUp, addUpLists, SINGLE_WORKER, partOf } from "../../../../lib/engines/columns/group/worker-group.ts";
import type { WorkerGroup } from "../../../../lib/engines/columns/group/worker-group.ts";

/** The first thread of a worker group whose other threads give the same values each time. */
function firstOf(others: unknown[]): WorkerGroup {
  const collect = <T>(mine: T): T[] => [mine, ...(others as T[])];
  return { ...SINGLE_WORKER, size: others.length + 1, collect, gather: collect };
}

const sums = suite("addUp");

sums("adds lists of different lengths place by place", () => {
  const workers = firstOf([Float64Array.of(3, 4, 5), Float64Array.of()]);
  assert.equal([...addUp(workers, Float64Array.of(1, 2))], [4, 6, 5]);
  const alone = Float64Array.of(1);
  assert.is(addUp(SINGLE_WORKER, alone), alone);
});

sums.run();

const lists = suite("addUpLists");

lists("adds lists by name, also those that only others have", () => {
  const workers = firstOf([{ a: [10, 20, 30], b: [1] }]);
  assert.equal(addUpLists<Record<string, number[]>>(workers, { a: [1, 2] }), { a: [11, 22, 30], b: [1] });
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
      const { from, until } = partOf({ ...SINGLE_WORKER, rank: place, size }, length);
      assert.is(from, next);
      next = until;
    }
    assert.is(next, length);
  }
});

parts.run();
