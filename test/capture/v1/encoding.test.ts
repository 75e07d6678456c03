import { brotliCompressSync, constants, deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { inflate, toEncoding } from "../../../lib/capture/v1/encoding.ts";
import type { Encoding } from "../../../lib/capture/v1/encoding.ts";
import { tag } from "./tag.ts";
import { HEDGEHOG, HEDGEHOG_ZSTD, repeatedZstd } from "./zstd-vectors.ts";

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

for (const [name, encoding, body] of WRAPPED) {
  inflates(`unwraps ${name}`, () => assert.is(Buffer.from(inflate(body, encoding)).toString(), HEDGEHOG));

  if (encoding === "none") continue;
  inflates(`refuses broken ${name}`, () => {
    const half = body.subarray(0, body.length >> 1);
    assert.is(
      tag(() => inflate(half, encoding)),
      "400 request_decoding_error",
    );
  });
}

const FAST = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };

const BOMBS: [encoding: Encoding, make: (sizeBytes: number) => Uint8Array][] = [
  ["gzip", (sizeBytes) => gzipSync(Buffer.alloc(sizeBytes))],
  ["deflate", (sizeBytes) => deflateSync(Buffer.alloc(sizeBytes))],
  ["br", (sizeBytes) => brotliCompressSync(Buffer.alloc(sizeBytes), FAST)],
  ["zstd", repeatedZstd],
];

for (const [encoding, make] of BOMBS) {
  inflates(`takes 50 MiB out of ${encoding}, and not a byte more`, () => {
    assert.is(inflate(make(50 * MIB), encoding).length, 50 * MIB);
    assert.is(
      tag(() => inflate(make(50 * MIB + 1), encoding)),
      "413 payload_too_large",
    );
  });
}

inflates("leaves a bomb where it passes the limit", () => {
  // 8 GiB from 256 KiB: inflating all of it would need more memory than a process has.
  const before = process.memoryUsage().arrayBuffers;
  assert.is(
    tag(() => inflate(repeatedZstd(8192 * MIB), "zstd")),
    "413 payload_too_large",
  );
  assert.ok(process.memoryUsage().arrayBuffers - before < 200 * MIB);
});

inflates("takes 10 MiB off the wire, and not a byte more", () => {
  assert.is(inflate(new Uint8Array(10 * MIB), "none").length, 10 * MIB);
  assert.is(
    tag(() => inflate(new Uint8Array(10 * MIB + 1), "none")),
    "413 payload_too_large",
  );
  assert.is(
    tag(() => inflate(new Uint8Array(10 * MIB + 1), "gzip")),
    "413 payload_too_large",
  );
});

inflates.run();
