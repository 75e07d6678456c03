import { suite } from "uvu";
import * as assert from "uvu/assert";
import { gatherBody } from "../../../adapters/h3/body-parts.ts";
import { FREE_BYTES } from "../../../adapters/h3/held-bytes.ts";

const gather = suite("gatherBody");

const PIECE_BYTES = 64 * 1024;
const pieces = (count: number) => Array.from({ length: count }, (_, at) => Buffer.alloc(PIECE_BYTES, at + 1));
const all = pieces(12);

for (const [what, announcedBytes] of [
  ["as long as announced", all.length * PIECE_BYTES],
  ["of no announced length", Number.NaN],
  ["shorter than announced", all.length * PIECE_BYTES + 1],
  ["longer than announced", FREE_BYTES + PIECE_BYTES],
  ["longer than announced as small", 1],
] as const) {
  gather(`a large body ${what} comes out as it came`, () => {
    const parts = gatherBody(announcedBytes);
    for (const piece of all) parts.add(piece);
    assert.is(parts.sizeBytes, all.length * PIECE_BYTES);
    assert.ok(Buffer.concat(all).equals(parts.bytes()));
  });
}

gather("a body in one piece is that piece, and none is empty", () => {
  const piece = Buffer.from("{}");
  const parts = gatherBody(2);
  assert.is(parts.bytes().length, 0);
  parts.add(piece);
  assert.is(parts.bytes(), piece);
});

gather("a large body of announced length is written to one place: its pieces are not held", () => {
  const parts = gatherBody(all.length * PIECE_BYTES);
  for (const piece of all) parts.add(piece);
  assert.is(parts.bytes().buffer, parts.bytes().buffer);
  assert.is(parts.bytes().buffer.byteLength, all.length * PIECE_BYTES);
});

gather.run();
