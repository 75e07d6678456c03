import { suite } from "uvu";
import * as assert from "uvu/assert";
import {
  addIds,
  countCodes,
  countLines,
  countMask,
  noteFirsts,
} from "../../../../lib/engines/columns/kernels/count.ts";

const entityIds = suite("addIds");

entityIds("sets the bit of each entity but 0, of the rows that pass", () => {
  const all = new Uint32Array(2);
  addIds(all, Uint32Array.of(1, 2, 1, 0, 33), { mask: null, start: 0 }, 0, 5);
  assert.equal([...all], [0b110, 0b10]);
  const some = new Uint32Array(2);
  addIds(some, Uint32Array.of(1, 2, 1, 0, 33), { mask: Uint8Array.of(0, 1, 0, 1), start: 1 }, 2, 5);
  assert.equal([...some], [0b10, 0b10]);
});

entityIds.run();

const firsts = suite("noteFirsts");

firsts("notes the earliest bucket of each entity but 0, of the rows that pass", () => {
  const noted = Int32Array.of(9, 9, 9, 9);
  noteFirsts(noted, Uint32Array.of(1, 2, 0, 3), { mask: Uint8Array.of(1, 1, 1, 0), start: 0, bucket: 5 }, 0, 4);
  noteFirsts(noted, Uint32Array.of(1, 2, 0, 3), { mask: null, start: 0, bucket: 3 }, 1, 2);
  noteFirsts(noted, Uint32Array.of(1, 2, 0, 3), { mask: null, start: 0, bucket: 7 }, 0, 4);
  assert.equal([...noted], [9, 5, 3, 7]);
});

firsts.run();

const lines = suite("countLines");

lines("counts rows that pass for their line, and none for line −1", () => {
  const counts = new Float64Array(4);
  const rows = { line: Int32Array.of(0, 1, 1, -1), mask: Uint8Array.of(1, 1, 0, 1), width: 2, bucket: 1 };
  countLines(counts, rows, 0, 4);
  assert.equal([...counts], [0, 1, 0, 1]);
});

lines.run();

const masks = suite("countMask");

masks("counts what passes", () => {
  assert.is(countMask(Uint8Array.of(1, 0, 1, 1), 1, 4), 2);
});

masks.run();

const codes = suite("countCodes");

codes("counts the rows that pass in each stretch, onto what is there", () => {
  const list = Uint8Array.of(2, 0, 2, 1, 2, 0);
  const count = (mask: Uint8Array | null, ...bounds: number[]) => {
    const counts = new Uint32Array(3 * (bounds.length - 1));
    countCodes(counts, 3, { codes: list, mask, start: 1 }, bounds);
    return [...counts];
  };
  assert.equal(count(null, 0, 6), [2, 1, 3]);
  assert.equal(count(null, 1, 4), [1, 1, 1]);
  assert.equal(count(null, 1, 1, 4, 6), [0, 0, 0, 1, 1, 1, 1, 0, 1]);
  const mask = Uint8Array.of(1, 0, 1, 1, 0);
  assert.equal(count(mask, 1, 6), [1, 1, 1]);
  assert.equal(count(mask, 1, 4, 6), [1, 1, 0, 0, 0, 1]);
  const counts = Uint32Array.of(7, 0, 0);
  countCodes(counts, 3, { codes: list, mask: null, start: 0 }, [0, 6]);
  assert.equal([...counts], [9, 1, 3]);
});

codes.run();
