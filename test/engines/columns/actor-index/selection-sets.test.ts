import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createRandom } from "../../../../fixtures/random.ts";
import { SelectionSets } from "../../../../lib/engines/columns/actor-index/selection-sets.ts";

const sets = suite("SelectionSets");

sets("gives each set one number, in whatever order its selections came", () => {
  for (const count of [1, 31, 32, 33, 64, 65, 255]) {
    const random = createRandom(count);
    const known = new SelectionSets(count);
    const numbers = new Map<string, number>([["", 0]]);
    const places = [...Array.from({ length: count }).keys()];
    for (let round = 0; round < 300; round++) {
      // Sets of a few high selections, so that equal sets recur.
      const wanted = new Set(Array.from({ length: random.integer(0, 3) }, () => count - 1 - random.integer(0, 2) * 16));
      for (const place of wanted) if (place < 0) wanted.delete(place);
      const number = [...wanted].reduce((set, place) => known.add(set, [place]), 0);
      assert.is(known.add(0, wanted), number);
      const key = [...wanted].toSorted((a, b) => a - b).join();
      assert.is(numbers.get(key) ?? number, number, `${count} selections: ${key}`);
      numbers.set(key, number);
      assert.equal(
        places.filter((place) => known.has(number, place)),
        [...wanted].toSorted((a, b) => a - b),
      );
    }
    assert.is(new Set(numbers.values()).size, numbers.size);
    assert.ok(Math.max(...numbers.values()) < known.limit);
  }
});

sets("says by number which of some selections a set has", () => {
  const known = new SelectionSets(40);
  const both = known.add(0, [39, 2]);
  const one = known.add(0, [39]);
  const bits = known.bitsOf([2, 39]);
  assert.equal([bits[0], bits[both], bits[one]], [0, 3, 2]);
});

sets.run();
