import { suite } from "uvu";
import * as assert from "uvu/assert";
import { addSets, UNKNOWN_SET } from "../../../../lib/engines/columns/kernels/add-sets.ts";

const add = suite("addSets");

add("adds to each row's set what its byte says, and asks once for each set and byte", () => {
  const asked: [number, number][] = [];
  const known = {
    common: 7,
    ofCommon: new Uint32Array(256).fill(UNKNOWN_SET),
    others: new Map<number, number>(),
    add(set: number, bits: number) {
      asked.push([set, bits]);
      return set * 1000 + bits;
    },
  };
  const sets = Uint32Array.of(7, 7, 9, 9, 7, 9, 8, 7);
  addSets(sets, Uint8Array.of(3, 255, 3, 3, 3, 0, 3, 255), known);
  assert.equal([...sets], [7003, 7255, 9003, 9003, 7003, 9, 8003, 7255]);
  assert.equal(asked, [[7, 3], [7, 255], [9, 3], [8, 3]]); // prettier-ignore
});

add("leaves the common set as it is where nothing is added, also where it is the empty one", () => {
  const ofCommon = new Uint32Array(4).fill(UNKNOWN_SET);
  const known = {
    common: 0,
    ofCommon,
    others: new Map<number, number>(),
    add: (set: number, bits: number) => set + bits,
  };
  const sets = Uint32Array.of(0, 0, 0);
  addSets(sets, Uint8Array.of(0, 2, 0), known);
  assert.equal([...sets], [0, 2, 0]);
});

add.run();
