import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createRandom } from "../../../../fixtures/random.ts";
import { DistinctCells } from "../../../../lib/engines/columns/entities/distinct-cells.ts";
import { readBits } from "../../../../lib/engines/columns/kernels/bits.ts";
import { IdSet } from "../../../../lib/engines/columns/entities/id-set.ts";

const cells = suite("DistinctCells");

/** Cells of entities below a limit. @param cellCount many cells begin as sets, few cells are bitsets at once */
function toCells(limit: number, cellCount: number, lists: number[][]): DistinctCells {
  const entityIds = { of: () => new Uint32Array(0), limit: () => limit, actors: null };
  const made = new DistinctCells(entityIds, cellCount);
  for (const [cell, list] of lists.entries()) {
    for (const entityId of list) {
      const open = made.open(cell);
      if (open instanceof IdSet) open.add(entityId);
      else open[entityId >>> 5] = (open[entityId >>> 5] ?? 0) | (1 << (entityId & 31));
    }
  }
  return made;
}

cells("count distinct entities in cells and in windows of them, as sets and as bitsets", () => {
  const random = createRandom(3);
  for (let round = 0; round < 40; round++) {
    const limit = random.integer(1, 3000);
    const lists = Array.from({ length: random.integer(1, 12) }, () =>
      Array.from({ length: random.integer(0, 200) }, () => random.integer(0, limit - 1)),
    );
    const made = toCells(limit, random.pick([1, 1e9]), lists);
    let from = 0;
    let until = 0;
    const windows = lists.map(() => {
      from = Math.min(lists.length, from + random.integer(0, 2));
      until = Math.min(lists.length, until + random.integer(0, 3));
      return { from, until };
    });
    const wanted = windows.map((window) => new Set(lists.slice(window.from, window.until).flat()).size);
    assert.equal(made.countWindows(windows), wanted);
    for (const [cell, list] of lists.entries()) {
      const distinct = [...new Set(list)].toSorted((a, b) => a - b);
      assert.is(made.count(cell), distinct.length);
      assert.equal([...readBits(made.bits(cell))], distinct);
    }
  }
});

cells.run();
