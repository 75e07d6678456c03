import { suite } from "uvu";
import * as assert from "uvu/assert";
import { HogletError } from "../../lib/base/errors.ts";
import { packTexts, toLeftMark, unpackTexts } from "../../lib/storage/index.ts";
import { isMarked, readLeftMark } from "../../lib/storage/left-mark.ts";

const mark = suite("toLeftMark");

const TEXTS = [
  { properties: "{}", elements: null },
  { properties: '{"a":"größer 🦔"}', elements: null },
  { properties: '{"a":1}', elements: "a:b" },
  { properties: `{"long":"${"x".repeat(100_000)}"}`, elements: '[{"tag_name":"a"}]' },
];

mark("knows the texts that left from all others", () => {
  for (const [index, texts] of TEXTS.entries()) {
    const read = readLeftMark(toLeftMark(texts));
    assert.ok(read);
    assert.is(read.bytes, Buffer.byteLength(texts.properties + (texts.elements ?? "")));
    for (const [other, others] of TEXTS.entries()) assert.is(isMarked(read, others), index === other);
    assert.is(readLeftMark(texts.properties), undefined);
  }
  // CRC-32 of "{}", by Python's zlib.crc32.
  assert.is(toLeftMark({ properties: "{}", elements: null }), "~a3a6bf432");
});

mark("makes a chunk refuse its texts, and keep everything else", () => {
  const whole = TEXTS.map(({ properties, elements }, index) => {
    const origin = { receivedAtMs: 5, uuid: Buffer.alloc(16, index + 1) };
    return { seq: 10 + index, properties, elements, origin };
  });
  const chunk = unpackTexts(
    packTexts(
      whole.map((each, index) =>
        index === 1 ? each : { seq: each.seq, properties: toLeftMark(each), elements: null, origin: each.origin },
      ),
    ),
  );
  assert.ok(chunk);
  for (const [index, each] of whole.entries()) {
    assert.is(chunk.bytes(each.seq), Buffer.byteLength(each.properties + (each.elements ?? "")));
    assert.equal(chunk.origin(each.seq), each.origin);
    assert.is(chunk.left(each.seq) === undefined, index === 1);
    for (const read of [() => chunk.properties(each.seq), () => chunk.elements(each.seq)]) {
      if (index === 1) read();
      else assert.throws(read, (error: unknown) => error instanceof HogletError && error.code === "events_left");
    }
  }
  assert.equal(unpackTexts(packTexts(chunk.seqs.map((seq) => chunk.packed(seq))))?.seqs, chunk.seqs);
});

mark.run();
