import { crc32 } from "node:zlib";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { moveTexts, packTexts } from "../../../lib/log/chunks/pack-chunk.ts";
import { unpackHeads, unpackUuids } from "../../../lib/log/chunks/placed-heads.ts";
import { unpackTexts } from "../../../lib/log/chunks/unpack-chunk.ts";

const TEXTS = [
  { seq: 7, properties: '{"a":"größer 🦔"}', elements: null },
  { seq: 8, properties: "{}", elements: '[{"tag_name":"a"}]' },
  { seq: 70_007, properties: `{"long":"${"x".repeat(100_000)}"}`, elements: "a:b" },
];

/** Times of arrival that go back, and whose distances need more than 32 bits. */
const ARRIVALS = [1_717_200_000_123, 5, 8.64e15];

/** Uuids that share some bytes. */
const UUIDS = [
  "018df00012347abc8def0123456789ab",
  "018df00012357abc8def0123456789ac",
  "ffffffffffffffffffffffffffffffff",
].map((hex) => Buffer.from(hex, "hex"));

/** Events as an import has them, before it knows the numbers of names and distinct ids. */
const HEADLESS = TEXTS.map((text, index) =>
  Object.assign({}, text, { receivedAtMs: ARRIVALS[index] ?? 0, uuid: UUIDS[index] as Buffer }),
);

/** Heads whose times go back, and whose distances need more than 32 bits. */
const HEADS = [
  { projectId: 1, nameId: 12, ordinal: 4_000_000_000, timestampMs: 1_717_200_000_123 },
  { projectId: 2, nameId: 0, ordinal: 1, timestampMs: -8.64e15 },
  { projectId: 1, nameId: 4_294_967_295, ordinal: 0, timestampMs: 8.64e15 },
];

/** Whole events. */
const WHOLE = HEADLESS.map((text, index) => ({ ...text, head: HEADS[index] as (typeof HEADS)[number] }));

const chunk = suite("packTexts");

chunk("gives back every event whole", () => {
  const places = WHOLE.map(({ seq }) => seq);
  const backwards = WHOLE.toReversed().map((text, index) => Object.assign({}, text, { seq: places[index] ?? 0 }));
  for (const texts of [WHOLE, backwards, WHOLE.slice(0, 1), WHOLE.slice(0, 2)]) {
    const read = unpackTexts(packTexts(texts));
    assert.equal(
      read?.seqs,
      texts.map(({ seq }) => seq),
    );
    for (const event of texts) {
      const { seq, properties, elements } = event;
      assert.is(read?.properties(seq), properties);
      assert.is(read?.elements(seq), elements);
      assert.is(read?.bytes(seq), Buffer.byteLength(properties) + Buffer.byteLength(elements ?? ""));
      assert.equal(read?.event(seq), event);
    }
    assert.is(read?.has(9), false);
  }
});

chunk("gets its heads when an import moves it further on in the log", () => {
  const draft = packTexts(HEADLESS);
  assert.equal([unpackTexts(draft)?.event(8).head, unpackHeads(draft)], [undefined, undefined]);
  const data = moveTexts(draft, { bySeqs: 5, byMs: 1000 }, HEADS);
  for (const event of WHOLE) {
    const moved = { ...event, seq: event.seq + 5, receivedAtMs: event.receivedAtMs + 1000 };
    assert.equal(unpackTexts(data)?.event(moved.seq), moved);
    assert.equal([unpackHeads(data)?.head(moved.seq), unpackUuids(data)?.uuid(moved.seq)], [event.head, event.uuid]);
  }
});

chunk("of another version is not read, even with a checksum of its own", () => {
  const data = packTexts(WHOLE);
  data[4] = 2;
  data.writeUInt32LE(crc32(data.subarray(4)));
  assert.equal([unpackTexts(data), unpackUuids(data), unpackHeads(data)], [null, null, undefined]);
});

chunk("notices every flipped bit", () => {
  const bytes = packTexts(WHOLE.slice(0, 2));
  const found = new Set<boolean>();
  for (let bit = 0; bit < bytes.length * 8; bit++) {
    const flipped = Buffer.from(bytes);
    flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7));
    assert.is(unpackTexts(flipped), null, `bit ${bit}`);
    // Damaged texts leave the uuids readable, and damaged uuids are not read.
    const uuids = unpackUuids(flipped);
    for (const [index, seq] of uuids?.seqs.entries() ?? []) assert.equal(uuids?.uuid(seq), UUIDS[index], `bit ${bit}`);
    found.add(uuids !== null);
  }
  assert.equal([...found].toSorted(), [false, true]);
  assert.equal([unpackTexts(Buffer.alloc(0)), unpackTexts(null), unpackTexts("text")], [null, null, null]);
});

chunk.run();
