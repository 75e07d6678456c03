import { randomBytes } from "node:crypto";
import { brotliCompressSync, constants, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from "node:zlib";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { inflate, toEncoding } from "../../../../lib/ingest/capture/v1/encoding.ts";
import type { Encoding } from "../../../../lib/ingest/capture/v1/encoding.ts";
import { oneIn } from "../../../support/rounds.ts";
import { tag, tagOf } from "./tag.ts";
import { HEDGEHOG, HEDGEHOG_ZSTD } from "./zstd-vectors.ts";

const MIB = 1024 * 1024;

const names = suite("toEncoding");

names("knows the five, whatever their letter case, and nothing else", () => {
  assert.equal([undefined, "", "identity", "gzip", "Deflate", " br ", "ZSTD"].map(toEncoding), [
    "none",
    "none",
    "none",
    "gzip",
    "deflate",
    "br",
    "zstd",
  ]);
  for (const unknown of ["lz64", "gzip-js", "compress", "gzip,gzip", "__proto__"]) {
    assert.is(
      tag(() => toEncoding(unknown)),
      "415 unsupported_encoding",
    );
  }
});

names.run();

const inflates = suite("inflate");

const WRAPPED: [name: string, encoding: Encoding, body: Uint8Array][] = [
  ["nothing", "none", Buffer.from(HEDGEHOG)],
  ["gzip", "gzip", gzipSync(HEDGEHOG)],
  ["deflate in zlib's wrapping", "deflate", deflateSync(HEDGEHOG)],
  ["bare deflate", "deflate", deflateRawSync(HEDGEHOG)],
  ["brotli", "br", brotliCompressSync(HEDGEHOG)],
  ["zstd", "zstd", HEDGEHOG_ZSTD],
];

const unpacked = (body: Uint8Array, encoding: Encoding) => inflate(body, encoding, (bytes) => bytes);

for (const [name, encoding, body] of WRAPPED) {
  inflates(`unwraps ${name}`, async () => assert.is(String(await unpacked(body, encoding)), HEDGEHOG));

  if (encoding === "none") continue;
  inflates(`refuses broken ${name}`, async () => {
    assert.is(await tagOf(unpacked(body.subarray(0, body.length >> 1), encoding)), "400 request_decoding_error");
  });
}

// Text that packs badly enough for the bound on the ratio.
const TEXT = Buffer.from(new Uint8Array(20 * MIB).map((_, at) => 33 + ((at * at * 7) % 89))).toString("latin1");

const PACKERS: [encoding: Encoding, pack: (text: string) => Uint8Array][] = [
  ["gzip", gzipSync],
  ["deflate", deflateSync],
  ["br", (text) => brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } })],
  ["zstd", zstdCompressSync],
];

const padded = (text: string) => `${text}${randomBytes(120_000).toString("hex")}`;

const large = oneIn(4, inflates);

for (const [encoding, pack] of PACKERS) {
  large(`takes 20 MiB out of ${encoding}, and not a byte more`, async () => {
    const text = padded(TEXT).slice(-20 * MIB);
    assert.is((await unpacked(pack(text), encoding)).length, 20 * MIB);
    assert.is(await tagOf(unpacked(pack(`x${text}`), encoding)), "413 payload_too_large");
  });

  inflates(`refuses what ${encoding} packed to less than a 250th, beyond 256 KiB`, async () => {
    assert.is((await unpacked(pack("x".repeat(256 * 1024)), encoding)).length, 256 * 1024);
    assert.is(await tagOf(unpacked(pack("x".repeat(2 * MIB)), encoding)), "413 payload_too_large");
  });
}

const frame = (text: string) => zstdCompressSync(Buffer.from(text));
const NOISE = randomBytes(150_000).toString("hex");
const SKIPPED = Buffer.from([0x50, 0x2a, 0x4d, 0x18, 4, 0, 0, 0, 1, 2, 3, 4]);

for (const [what, frames, text] of [
  ["several frames of zstd as one text", [frame("[1,"), frame("2]")], "[1,2]"],
  ["what a frame of zstd says to skip", [SKIPPED, frame("[1,"), SKIPPED, frame("2]")], "[1,2]"],
  ["an empty frame of zstd", [frame(""), frame("1")], "1"],
  ["frames of a large body", [frame(NOISE), frame("y")], `${NOISE}y`],
] as const) {
  inflates(`takes ${what}`, async () => assert.is(String(await unpacked(Buffer.concat(frames), "zstd")), text));
}

inflates(
  "refuses what follows a frame of zstd and is none, too many frames, and more than they may hold together",
  async () => {
    const rest = Buffer.concat([frame("[1]"), Buffer.from("rest")]);
    assert.is(await tagOf(unpacked(rest, "zstd")), "400 request_decoding_error");
    assert.is(await tagOf(unpacked(Buffer.alloc(257 * 9, frame("")), "zstd")), "400 request_decoding_error");
    const half = frame(TEXT.slice(0, 11 * MIB));
    assert.is(await tagOf(unpacked(Buffer.concat([half, half]), "zstd")), "413 payload_too_large");
  },
);

inflates("takes no window of zstd that is larger than HTTP allows", async () => {
  const params = { [constants.ZSTD_c_windowLog]: 24 };
  const packed = zstdCompressSync(randomBytes(9 * MIB).toString("latin1"), { params });
  assert.is(await tagOf(unpacked(packed.subarray(0, 300_000), "zstd")), "400 request_decoding_error");
});

inflates("takes 10 MiB off the wire, and not a byte more", async () => {
  assert.is((await unpacked(new Uint8Array(10 * MIB), "none")).length, 10 * MIB);
  for (const encoding of ["none", "gzip"] as const) {
    assert.is(await tagOf(unpacked(new Uint8Array(10 * MIB + 1), encoding)), "413 payload_too_large");
  }
});

inflates.run();
