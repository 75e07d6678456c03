import { suite } from "uvu";
import * as assert from "uvu/assert";
import { addNumbers, addNumbersByCode, keepLeast, SUM_PARTS } from "../../../../lib/engines/columns/kernels/sums.ts";

const ROWS = {
  codes: Uint8Array.of(9, 0, 1, 2, 1),
  numbers: Float64Array.of(NaN, 5, -3),
  line: Int32Array.of(0, 1, 1, -1),
  mask: Uint8Array.of(1, 1, 1, 1),
  start: 1,
  width: 2,
  bucket: 1,
};

const sums = suite("addNumbers");

sums("adds the numbers of each line, and leaves out what is none, does not pass or has no line", () => {
  const [sum, count] = [new Float64Array(4), new Float64Array(4)];
  addNumbers(sum, count, ROWS, 1, 5);
  assert.equal([...sum], [0, 0, 0, 2]);
  assert.equal([...count], [0, 0, 0, 2]);
  addNumbers(sum, count, { ...ROWS, line: 0, mask: Uint8Array.of(1, 0, 1, 1) }, 1, 5);
  assert.equal([...sum], [0, 2, 0, 2]);
  assert.equal([...count], [0, 2, 0, 2]);
});

sums.run();

const coded = suite("addNumbersByCode");

coded("adds the numbers of each code in each stretch, to four lists in turn", () => {
  const rows = {
    codes: Uint8Array.of(9, 1, 1, 0, 1, 2, 1, 2, 1),
    numbers: Float64Array.of(NaN, 5, -3),
    lines: Uint8Array.of(0, 1, 0, 1, 1, 1, 0, 0, 1),
    lineLimit: 2,
    mask: Uint8Array.of(1, 1, 1, 1, 1, 0, 1, 1),
    start: 1,
  };
  const [sum, count] = [new Float64Array(2 * SUM_PARTS * 2), new Uint32Array(2 * SUM_PARTS * 2)];
  const bounds = [1, 6, 9];
  addNumbersByCode(sum, count, rows, bounds);
  // Rows 1 and 5 add to the first list, row 3 has no number, row 6 does not pass.
  assert.equal([...sum], [0, 2, 5, 0, 0, 0, 0, 5, 0, 0, -3, 0, 0, 5, 0, 0]);
  assert.equal([...count], [0, 2, 1, 0, 0, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0]);
  addNumbersByCode(sum, null, rows, bounds);
  assert.equal([...sum], [0, 4, 10, 0, 0, 0, 0, 10, 0, 0, -6, 0, 0, 10, 0, 0]);
});

coded.run();

const least = suite("keepLeast");

least("keeps the least, or with the sign turned the greatest, of each line", () => {
  const low = new Float64Array(4).fill(Infinity);
  keepLeast(low, ROWS, 1, 1, 5);
  assert.equal([...low], [Infinity, Infinity, Infinity, -3]);
  const high = new Float64Array(4).fill(Infinity);
  keepLeast(high, ROWS, -1, 1, 5);
  assert.equal([...high], [Infinity, Infinity, Infinity, -5]);
});

least.run();
