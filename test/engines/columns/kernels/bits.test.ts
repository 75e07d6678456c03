import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createRandom } from "../../../../fixtures/random.ts";
import {
  addBits,
  addEightToPlanes,
  addNewBits,
  addToPlanes,
  countAny,
  countBits,
  countBoth,
  readBits,
  readPlanes,
} from "../../../../lib/engines/columns/kernels/bits.ts";
import type { Eight } from "../../../../lib/engines/columns/kernels/bits.ts";

const A = Uint32Array.of(0b1011, 0x8000_0000);
const B = Uint32Array.of(0b0110);

const counts = suite("countBits, countBoth and countAny");

counts("count the bits of one, of both and of either, of whatever lengths", () => {
  assert.is(countBits(A), 4);
  assert.is(countBits(Uint32Array.of(0xffff_ffff)), 32);
  assert.is(countBoth(A, B), 1);
  assert.is(countBoth(B, A), 1);
  assert.is(countAny(A, B), 5);
  assert.is(countAny(B, A), 5);
});

counts.run();

const lists = suite("readBits and addBits");

lists("give the places of bits, and put bitsets together", () => {
  assert.equal([...readBits(A)], [0, 1, 3, 63]);
  const sum = A.slice();
  addBits(sum, B);
  assert.equal([...readBits(sum)], [0, 1, 2, 3, 63]);
});

lists("tell new bits from those that were seen before", () => {
  const [own, seen] = [Uint32Array.of(0b1000, 0), Uint32Array.of(0b0001, 0)];
  addNewBits(own, seen, Uint32Array.of(0b0011));
  assert.equal([...own, ...seen], [0b1010, 0, 0b0011, 0]);
});

lists.run();

const planes = suite("addToPlanes and readPlanes");

planes("tell how many bitsets had each bit", () => {
  const list = [new Uint32Array(2), new Uint32Array(2), new Uint32Array(2)];
  for (let round = 0; round < 5; round++) addToPlanes(list, Uint32Array.of(0b1, round < 3 ? 0x8000_0000 : 0));
  addToPlanes(list, Uint32Array.of(0b110));
  const histogram = new Float64Array(8);
  readPlanes(list, histogram);
  assert.equal([...histogram], [0, 2, 0, 1, 0, 1, 0, 0]);
});

planes.run();

const eights = suite("addEightToPlanes");

eights("adds up eight bitsets as one after the other does, onto what is there", () => {
  const random = createRandom(1);
  const [sums, wanted] = [0, 1].map(() => Array.from({ length: 7 }, () => new Uint32Array(50)));
  assert.ok(sums && wanted);
  for (let round = 0; round < 15; round++) {
    const bitsets = Array.from({ length: 8 }, () => {
      return Uint32Array.from({ length: 50 }, () =>
        random.chance(0.2) ? 0xffff_ffff : random.integer(0, 0xffff_ffff),
      );
    });
    addEightToPlanes(sums, bitsets as unknown as Eight);
    for (const bits of bitsets) addToPlanes(wanted, bits);
    assert.equal(sums, wanted, `round ${round}`);
  }
});

eights.run();
