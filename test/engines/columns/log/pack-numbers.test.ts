import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createRandom } from "../../../../fixtures/random.ts";
import { setLeastRows } from "../../../../lib/engines/columns/kernels/workspace.ts";
import { bitsOf, packNumbers, unpackNumbers } from "../../../../lib/engines/columns/log/pack-numbers.ts";
import { readNumbers, readTimes, toCoded } from "../../../../lib/engines/columns/log/stored-column.ts";

const packing = suite("packNumbers");

const ROWS = 1001;

/** Random numbers of which the greatest takes so many bits. */
function numbersOf(bits: number): Uint32Array {
  const random = createRandom(bits);
  const limit = 2 ** bits;
  return Uint32Array.from({ length: ROWS }, (_, row) => (row === 500 ? limit - 1 : random.integer(0, limit - 1)));
}

packing("takes the bits of the greatest number for each, and gives all numbers back", () => {
  for (let bits = 1; bits <= 25; bits++) {
    const numbers = numbersOf(bits);
    const data = packNumbers(numbers);
    assert.ok(data.length <= (ROWS * bits) / 8 + 8, `${bits} bits`);
    assert.is(bitsOf(data, ROWS), bits);
    const Narrow = bits <= 8 ? Uint8Array : bits <= 16 ? Uint16Array : Uint32Array;
    for (const rows of [Infinity, 0]) {
      const before = setLeastRows(rows);
      for (const Type of [Narrow, Uint32Array]) {
        const found = unpackNumbers(Uint8Array.from(data).buffer, new Type(ROWS));
        assert.equal(found, Type.from(numbers), `${bits} bits into ${Type.name}, compiled from ${rows} rows`);
      }
      setLeastRows(before);
    }
  }
});

packing("writes the numbers in order, lowest bits first", () => {
  const numbers = new Uint8Array(256);
  numbers.set([1, 2, 3, 4, 5, 6, 7, 0, 7]);
  const text = [...packNumbers(numbers).subarray(0, 4)].map((byte) => byte.toString(2).padStart(8, "0"));
  assert.is(text.toReversed().join(""), "00000111000111110101100011010001");
});

packing("leaves as they are: few numbers, and numbers that use nearly all their bits", () => {
  for (const numbers of [new Uint8Array(255), new Uint32Array(20), Uint8Array.from(numbersOf(7)), numbersOf(26)]) {
    const bytes = Buffer.from(numbers.buffer as ArrayBuffer);
    assert.equal(packNumbers(numbers), bytes);
  }
});

packing("refuses bytes that are of no such number of rows", () => {
  const data = packNumbers(numbersOf(7));
  for (const [bytes, rows] of [
    [data.subarray(0, -4), ROWS],
    [data.subarray(0, -1), ROWS],
    [data, ROWS + 20],
    [data, 200],
    [new Uint8Array(0), ROWS],
    [new Uint8Array(ROWS * 5), ROWS],
  ] as const) {
    assert.throws(() => bitsOf(bytes, rows), /one number for each row/);
  }
});

packing.run();

const columns = suite("readNumbers, readTimes and toCoded");

columns("read packed columns, and those that are not packed since it would save little", () => {
  for (let bits = 1; bits <= 32; bits++) {
    const numbers = numbersOf(bits);
    const values = JSON.stringify([1]);
    for (const data of [packNumbers(numbers), Buffer.from(numbers.buffer as ArrayBuffer)]) {
      assert.equal(readNumbers(data, ROWS), numbers);
      assert.equal(readTimes(data, ROWS, 2 ** 32 - 1), numbers);
      assert.equal([...toCoded({ data, dictionary: values }, ROWS).codes], [...numbers]);
    }
  }
  for (const narrow of [Uint8Array.from(numbersOf(6)), Uint16Array.from(numbersOf(13))]) {
    for (const data of [packNumbers(narrow), Buffer.from(narrow.buffer)]) {
      assert.equal(toCoded({ data, dictionary: "[1]" }, ROWS).codes, narrow);
    }
  }
});

columns("read times of more than 49 days as doubles", () => {
  const times = Float64Array.from([0, 2 ** 33]);
  assert.equal(readTimes(Buffer.from(times.buffer), 2, 2 ** 33), times);
  assert.throws(() => readTimes(Buffer.alloc(12), 2, 2 ** 33), /one time for each row/);
});

columns.run();
