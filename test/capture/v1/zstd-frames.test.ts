import { suite } from "uvu";
import * as assert from "uvu/assert";
import { zstdFrames } from "../../../lib/capture/v1/zstd-frames.ts";
import { HEDGEHOG_ZSTD, repeatedZstd, skippableZstd, storedZstd } from "./zstd-vectors.ts";

const frames = suite("zstdFrames");

frames("finds where frames start and end, their windows and their blocks", () => {
  const note = skippableZstd(Buffer.from("note"));
  const stored = storedZstd(Buffer.from("abc"), 0x41);
  const data = Buffer.concat([note, stored, HEDGEHOG_ZSTD, repeatedZstd(300 * 1024)]);
  const storedEnd = note.length + stored.length;
  const hedgehogEnd = storedEnd + HEDGEHOG_ZSTD.length;
  assert.equal(
    [...zstdFrames(data)],
    [
      { start: note.length, end: storedEnd, windowBytes: 256 * 1024 + 32 * 1024, blockCount: 1 },
      { start: storedEnd, end: hedgehogEnd, windowBytes: 381, blockCount: 1 },
      { start: hedgehogEnd, end: data.length, windowBytes: 128 * 1024, blockCount: 3 },
    ],
  );
});

// A single segment: the window is the content, whose size is said in 1, 2, 4 or 8 bytes (2 of them count from 256).
const SIZES: [descriptor: number, bytes: number[], windowBytes: number][] = [
  [0x20, [200], 200],
  [0x60, [1, 0], 257],
  [0xa0, [0, 0, 0, 0xff], 0xff000000],
  [0xe0, [0, 0, 0, 0, 1, 0, 0, 0], 2 ** 32],
];

for (const [descriptor, bytes, windowBytes] of SIZES) {
  frames(`reads a content size of ${bytes.length} bytes`, () => {
    const data = Buffer.from([0x28, 0xb5, 0x2f, 0xfd, descriptor, ...bytes, 1, 0, 0]);
    assert.equal([...zstdFrames(data)], [{ start: 0, end: data.length, windowBytes, blockCount: 1 }]);
  });
}

frames("steps over a dictionary id and a checksum", () => {
  const data = Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0x07, 0x38, 9, 9, 9, 9, 1, 0, 0, 7, 7, 7, 7]);
  assert.equal([...zstdFrames(data)], [{ start: 0, end: 17, windowBytes: 128 * 1024, blockCount: 1 }]);
});

frames.run();
