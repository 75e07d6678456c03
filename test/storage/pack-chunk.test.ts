import { crc32, deflateRawSync } from "node:zlib";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { isOlderForm } from "../../lib/storage/chunk-form.ts";
import { moveTexts, packTexts } from "../../lib/storage/pack-chunk.ts";
import { unpackHeads, unpackUuids } from "../../lib/storage/placed-heads.ts";
import { unpackTexts } from "../../lib/storage/unpack-chunk.ts";

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

const WITH_ORIGINS = TEXTS.map((text, index) => ({
  ...text,
  origin: { receivedAtMs: ARRIVALS[index] ?? 0, uuid: UUIDS[index] as Buffer },
}));

/** Heads whose times go back, and whose distances need more than 32 bits. */
const HEADS = [
  { projectId: 1, nameId: 12, ordinal: 4_000_000_000, timestampMs: 1_717_200_000_123 },
  { projectId: 2, nameId: 0, ordinal: 1, timestampMs: -8.64e15 },
  { projectId: 1, nameId: 4_294_967_295, ordinal: 0, timestampMs: 8.64e15 },
];

/** Whole events. */
const WHOLE = WITH_ORIGINS.map((text, index) => ({ ...text, head: HEADS[index] as (typeof HEADS)[number] }));

/** Chunks of the third form have checksums in the place of uuids. */
const WITH_SUMS = WITH_ORIGINS.map((text, index) => ({
  ...text,
  origin: { ...text.origin, uuid: [0, 65_520, 4711][index] ?? 0 },
}));

const chunk = suite("packTexts");

chunk("gives back every text and arrival of every event", () => {
  const places = WITH_ORIGINS.map(({ seq }) => seq);
  const backwards = WITH_ORIGINS.toReversed().map((text, index) =>
    Object.assign({}, text, { seq: places[index] ?? 0 }),
  );
  for (const texts of [WHOLE, WITH_ORIGINS, backwards, WITH_SUMS, WHOLE.slice(0, 1), WHOLE.slice(0, 2)]) {
    const read = unpackTexts(packTexts(texts));
    assert.equal(
      read?.seqs,
      texts.map(({ seq }) => seq),
    );
    for (const { seq, properties, elements, origin } of texts) {
      assert.is(read?.properties(seq), properties);
      assert.is(read?.elements(seq), elements);
      assert.is(read?.bytes(seq), Buffer.byteLength(properties) + Buffer.byteLength(elements ?? ""));
      assert.equal(read?.origin(seq), origin);
    }
    assert.is(read?.has(9), false);
  }
});

/** A chunk as the first version of chunks wrote it. */
function toFirstForm(texts: typeof TEXTS): Buffer {
  const numbers = texts.flatMap(({ seq, properties, elements }) => [
    seq - (texts[0]?.seq ?? 0),
    Buffer.byteLength(properties),
    elements === null ? 0 : Buffer.byteLength(elements) + 1,
  ]);
  const head = Buffer.alloc(12 + 4 * numbers.length);
  head.writeDoubleLE(texts[0]?.seq ?? 0, 0);
  head.writeUInt32LE(texts.length, 8);
  for (const [index, number] of numbers.entries()) head.writeUInt32LE(number, 12 + 4 * index);
  const all = [...texts.map(({ properties }) => properties), ...texts.map(({ elements }) => elements ?? "")].join("");
  const deflated = deflateRawSync(Buffer.concat([head, Buffer.from(all)]));
  const sum = Buffer.alloc(4);
  sum.writeUInt32LE(crc32(deflated));
  return Buffer.concat([sum, deflated]);
}

chunk("reads chunks of the older forms, and those that moved", () => {
  for (const [data, by, arrivals] of [
    [toFirstForm(TEXTS), 0, undefined],
    [packTexts(TEXTS), 0, undefined],
    [packTexts(WITH_SUMS), 0, undefined],
    [
      moveTexts(packTexts(WITH_ORIGINS), { bySeqs: 5, byMs: 1000 }, HEADS),
      5,
      ARRIVALS.map((receivedAtMs) => receivedAtMs + 1000),
    ],
  ] as const) {
    const read = unpackTexts(data);
    assert.equal(read?.seqs, [7 + by, 8 + by, 70_007 + by]);
    for (const [index, { seq, properties, elements }] of TEXTS.entries()) {
      assert.equal([read?.properties(seq + by), read?.elements(seq + by)], [properties, elements]);
      if (arrivals !== undefined) {
        assert.equal(read?.origin(seq + by), { receivedAtMs: arrivals[index] ?? 0, uuid: UUIDS[index] });
        assert.equal([read?.head(seq + by), unpackHeads(data)?.head(seq + by)], [HEADS[index], HEADS[index]]);
        assert.equal(unpackUuids(data)?.uuid(seq + by), UUIDS[index]);
      } else assert.is(unpackUuids(data), null);
    }
    assert.is(isOlderForm(data), arrivals === undefined);
  }
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
