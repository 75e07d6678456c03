import lzString from "lz-string";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { decompressLz64, lz64Length } from "../../../lib/ingest/capture/lz64.ts";
import { refusal } from "./refusal.ts";
import { whenAll } from "../../support/rounds.ts";

const MIB = 1024 * 1024;

/** A linear congruential generator: the same texts in every run. */
function createRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const ALPHABETS = ["a", "ab", '{"event":"x"},', "aπ🦔\0ÿĀ", "abcdefghijklmnopqrstuvwxyzäöüαβγδ一二三"];

function randomText(random: (below: number) => number): string {
  const points = [...(ALPHABETS[random(ALPHABETS.length)] ?? "")];
  return Array.from({ length: random(400) }, () => points[random(points.length)]).join("");
}

/** A payload of `steps` codes, each asking for the entry being made: its output grows with the square of its length. */
function toBomb(steps: number): string {
  const bits: number[] = [];
  const put = (value: number, count: number) => {
    for (let bit = 0; bit < count; bit++) bits.push((value >> bit) & 1);
  };
  put(0, 2);
  put("a".charCodeAt(0), 8);
  let codeBits = 3;
  for (let size = 4; size < steps + 4; size++) {
    put(size, codeBits);
    if (size + 1 === 2 ** codeBits) codeBits++;
  }
  put(2, codeBits);
  while (bits.length % 24 !== 0) bits.push(0);
  const bytes = new Uint8Array(bits.length / 8);
  bits.forEach((bit, at) => (bytes[at >> 3] = (bytes[at >> 3] ?? 0) | (bit << (7 - (at & 7)))));
  return Buffer.from(bytes).toString("base64");
}

const lengths = suite("lz64Length");

lengths("agrees with what the library unpacks", () => {
  const random = createRandom(7);
  for (let round = 0; round < 300; round++) {
    const text = randomText(random);
    assert.is(lz64Length(lzString.compressToBase64(text), MIB), text.length, JSON.stringify(text));
  }
});

lengths("agrees with the library on broken payloads too", () => {
  const random = createRandom(11);
  for (let round = 0; round < 300; round++) {
    const packed = lzString.compressToBase64(randomText(random) + "x");
    const broken = packed.slice(0, random(packed.length));
    const unpacked: string | null = broken === "" ? null : lzString.decompressFromBase64(broken);
    const length = lz64Length(broken, MIB);
    assert.ok(length === null ? !unpacked : length === (unpacked ?? "").length, broken);
  }
});

whenAll(lengths)("stops once past the limit", () => {
  assert.is(lz64Length(toBomb(100), MIB), (101 * 102) / 2);
  const length = lz64Length(toBomb(1_000_000), 1000) ?? 0;
  assert.ok(length > 1000 && length < 1100);
});

lengths.run();

const decompresses = suite("decompressLz64");
const unpack = (payload: string, limitBytes = 100 * MIB) => decompressLz64(Buffer.from(payload), limitBytes);

decompresses("gives the text, whatever its characters", () => {
  for (const text of ["x", '{"a":"π🦔"}', "\0", "a".repeat(5000)]) {
    assert.is(unpack(lzString.compressToBase64(text)), text);
  }
});

decompresses("refuses what is empty, broken or no base64", () => {
  for (const payload of ["", "====", "{}", "N4Ig", "\u{1f994}"]) {
    assert.is(
      refusal(() => unpack(payload)),
      "400 failed to decode request: invalid LZ64 data",
    );
  }
});

decompresses("refuses a text that UTF-8 cannot hold", () => {
  assert.is(
    refusal(() => unpack(lzString.compressToBase64('["\ud800"]'))),
    "400 failed to decode request: invalid UTF8 in request payload",
  );
});

decompresses("refuses a bomb before unpacking it", () => {
  const bomb = toBomb(15_000);
  assert.ok(bomb.length < 40_000);
  assert.is(
    refusal(() => unpack(bomb)),
    "413 maximum event size exceeded: more than 104857600 bytes of JSON",
  );
});

decompresses("counts bytes, not characters", () => {
  const packed = lzString.compressToBase64("π".repeat(100));
  assert.is(unpack(packed, 200).length, 100);
  assert.match(
    refusal(() => unpack(packed, 199)),
    /^413 /,
  );
});

decompresses.run();
