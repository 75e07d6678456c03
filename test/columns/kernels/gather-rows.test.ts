import { suite } from "uvu";
import * as assert from "uvu/assert";
import { gatherRows } from "../../../lib/columns/kernels/gather-rows.ts";
import type { RowValues } from "../../../lib/columns/kernels/gather-rows.ts";

const TWO_32 = 2 ** 32;

/** Names 0 1 2 0, the last one more than 2^32 ms after the first. */
const ROWS = {
  lows: Uint32Array.of(0, 5, 6, 7),
  tags: Uint16Array.of(0, 1, 2, 0b100),
  tagBits: 2,
  places: Uint32Array.of(3, 0, 2, 1),
  minMs: 1000,
};

function gather(values: RowValues, count = 0): { times: number[]; values: number[]; places: number[] } {
  const into = {
    times: new Float64Array(9),
    values: new Uint32Array(9),
    places: new Uint32Array(9),
    picked: new Uint32Array(9),
    count,
  };
  gatherRows(ROWS, 0, 4, values, into);
  const toList = (list: Float64Array | Uint32Array) => [...list.subarray(count, into.count)];
  return { times: toList(into.times), values: toList(into.values), places: toList(into.places) };
}

const gathered = suite("gatherRows");

gathered("keeps the rows whose name has a value, with their times and places", () => {
  const values = {
    ofName: Uint32Array.of(8, 0, 3),
    isWanted: Uint8Array.of(1, 0, 1),
    isAll: false,
    isByPlace: null,
    byPlace: new Uint8Array(0),
  };
  const wanted = { times: [1000, 1006, 1007 + TWO_32], values: [8, 3, 8], places: [3, 2, 1] };
  assert.equal(gather(values), wanted);
  assert.equal(gather(values, 2), wanted);
});

gathered("takes the value of a row's place where its name says so", () => {
  const values = {
    ofName: Uint32Array.of(0, 9, 0),
    isWanted: Uint8Array.of(1, 1, 0),
    isAll: false,
    isByPlace: Uint8Array.of(1, 0, 0),
    byPlace: Uint8Array.of(1, 7, 1, 0),
  };
  assert.equal(gather(values), { times: [1005, 1007 + TWO_32], values: [9, 7], places: [0, 1] });
});

gathered("looks at no name where all are wanted", () => {
  const values = {
    ofName: Uint32Array.of(1, 2, 3),
    isWanted: Uint8Array.of(1, 1, 1),
    isAll: true,
    isByPlace: null,
    byPlace: new Uint8Array(0),
  };
  assert.equal(gather(values).values, [1, 2, 3, 1]);
});

gathered.run();
