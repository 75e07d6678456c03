import { suite } from "uvu";
import * as assert from "uvu/assert";
import { markPlace, readPlaces } from "../../../../lib/engines/columns/kernels/period-bits.ts";

const bits = suite("markPlace and readPlaces");

bits("keep the places of each entity, also beyond 32", () => {
  const table = new Uint32Array(4 * 2);
  const rows = { entityIds: Uint32Array.of(1, 3, 0, 1), mask: null, from: 0, until: 4 };
  markPlace(table, 2, 0, rows);
  markPlace(table, 2, 31, rows);
  markPlace(table, 2, 40, { ...rows, mask: Uint8Array.of(0, 1, 1, 0) });
  const places = new Int32Array(64);
  assert.equal([...places.subarray(0, readPlaces(table, 2, 1, places))], [0, 31]);
  assert.equal([...places.subarray(0, readPlaces(table, 2, 3, places))], [0, 31, 40]);
  assert.is(readPlaces(table, 2, 0, places), 0);
});

bits.run();
