import { suite } from "uvu";
import * as assert from "uvu/assert";
import { toEntityLists } from "../../../../lib/engines/columns/entities/entity-lists.ts";

const lists = suite("toEntityLists");

lists(
  "put the numbers of each entity together, in the order of the parts, without entity 0 and what does not pass",
  () => {
    const parts = [
      { entityIds: Uint32Array.of(2, 1, 0, 2), mask: null, numbers: { a: Uint32Array.of(7, 8, 9, 10), b: 1 } },
      { entityIds: Uint32Array.of(1, 2), mask: Uint8Array.of(1, 0), numbers: { a: 5, b: Uint32Array.of(3, 4) } },
    ];
    const { offsets, columns } = toEntityLists(parts, ["a", "b"], 4);
    assert.equal([...offsets], [0, 0, 2, 4, 4]);
    assert.equal([...columns.a], [8, 5, 7, 10]);
    assert.equal([...columns.b], [1, 3, 1, 1]);
  },
);

lists.run();
