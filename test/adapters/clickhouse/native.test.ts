import { suite } from "uvu";
import * as assert from "uvu/assert";
import { readNative } from "../../../adapters/clickhouse/native.ts";
import type { NativeColumn } from "../../../adapters/clickhouse/native.ts";
import { createRandom } from "../../../fixtures/random.ts";
import { HogletError } from "../../../lib/index.ts";

const native = suite("readNative");

const COLUMNS: NativeColumn[] = [["Float64", "UInt32"], "Float64", "String"];

/**
 * The answer of ClickHouse 26.7 to `SELECT [(toFloat64(1.5), toUInt32(7)), (2, 8)] AS a, toFloat64(-3) AS k, 'é' AS s UNION ALL
 * SELECT CAST([], 'Array(Tuple(Float64, UInt32))'), 4, '' FORMAT Native`, as two blocks.
 */
const ANSWER = Buffer.concat([
  block(1, "0200000000000000 000000000000f83f 0000000000000040 07000000 08000000", "00000000000008c0", "02c3a9"),
  block(1, "0000000000000000", "0000000000001040", "00"),
]);

function block(rows: number, ...values: [string, string, string]): Buffer {
  const heads = [
    ["a", "Array(Tuple(Float64, UInt32))"],
    ["k", "Float64"],
    ["s", "String"],
  ];
  const columns = heads.map(([name = "", type = ""], place) =>
    Buffer.concat([text(name), text(type), Buffer.from((values[place] ?? "").replaceAll(" ", ""), "hex")]),
  );
  return Buffer.concat([Buffer.of(heads.length, rows), ...columns]);
}

function text(value: string): Buffer {
  return Buffer.concat([Buffer.of(value.length), Buffer.from(value)]);
}

/** A list of the numbers 1, 2^32 + 2 and 2^64 - 1, made by the format's description. */
const WORDS = Buffer.concat([
  Buffer.of(1, 1),
  text("a"),
  text("Array(UInt64)"),
  Buffer.from("0300000000000000 0100000000000000 0200000001000000 ffffffffffffffff".replaceAll(" ", ""), "hex"),
]);

async function* cut(bytes: Buffer, sizeOf: () => number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length;) {
    const size = sizeOf();
    yield bytes.subarray(at, at + size);
    at += size;
  }
}

async function read(bytes: Buffer, sizeOf = () => bytes.length, form = COLUMNS) {
  const found = [];
  for await (const columns of readNative(cut(bytes, sizeOf), form))
    found.push(columns.map(({ parts, ends }) => ({ parts: parts.map((part) => [...part]), ends: ends && [...ends] })));
  return found;
}

native("gives the values of each block, wherever the answer is cut", async () => {
  const wanted = [
    [
      {
        parts: [
          [1.5, 2],
          [7, 8],
        ],
        ends: [2],
      },
      { parts: [[-3]], ends: undefined },
      { parts: [["é"]], ends: undefined },
    ],
    [
      { parts: [[], []], ends: [0] },
      { parts: [[4]], ends: undefined },
      { parts: [[""]], ends: undefined },
    ],
  ];
  assert.equal(await read(ANSWER), wanted);
  const random = createRandom(1);
  for (let round = 0; round < 50; round++) {
    // Empty chunks too.
    assert.equal(await read(ANSWER, () => random.integer(0, 9)), wanted);
  }
  assert.equal(await read(Buffer.alloc(0)), []);
});

native("gives numbers of 64 bits as two words, the low one first", async () => {
  const all = 2 ** 32 - 1;
  const wanted = [[{ parts: [[1, 0, 2, 1, all, all]], ends: [3] }]];
  assert.equal(await read(WORDS, undefined, [["UInt64"]]), wanted);
});

native("refuses an answer that ends within a block, or is no block", async () => {
  const ends = [...ANSWER.keys()].filter((at) => at > 0);
  const boundary = block(1, "0000000000000000", "0000000000001040", "00").length;
  for (const end of ends.filter((at) => at !== ANSWER.length - boundary)) await refused(ANSWER.subarray(0, end));
  await refused(Buffer.concat([ANSWER, Buffer.from("Code: 241. DB::Exception: Memory limit exceeded")]));
  await refused(Buffer.concat([Buffer.of(3, 1), text("a"), text("Array(Tuple(Float64, Float64))"), Buffer.alloc(64)]));
});

async function refused(bytes: Buffer): Promise<void> {
  try {
    await read(bytes);
    assert.unreachable(bytes.toString("hex"));
  } catch (error) {
    assert.ok(error instanceof HogletError, String(error));
    assert.equal([error.status, error.code], [503, "engine_failed"]);
  }
}

native.run();
