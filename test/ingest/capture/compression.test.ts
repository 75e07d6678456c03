import { randomBytes } from "node:crypto";
import { gzipSync } from "node:zlib";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { decompressLarge, decompressSmall, toCompression } from "../../../lib/ingest/capture/compression.ts";
import { HogletError } from "../../../lib/base/errors.ts";
import { requestLimits } from "../../../lib/base/request-limits.ts";
import { refusalOf } from "./refusal.ts";
import { GZIP, LZ64, PLAIN } from "./wire-vectors.ts";

const BROKEN = "400 failed to decode request: invalid GZIP data";

const hints = suite("toCompression");

const HINTS: [hints: (string | null)[], compression: string | null][] = [
  [["gzip"], "gzip"],
  [["Gzip-JS"], "gzip"],
  [["lz64"], "lz64"],
  [["lz-string"], "lz64"],
  [["base64"], "base64"],
  [["b64"], "base64"],
  [["br"], null],
  [[null, "", "gzip"], "gzip"],
  [["zstd", "gzip"], null],
  [["lz64", "gzip"], "lz64"],
  [["__proto__"], null],
  [[], null],
];

for (const [given, compression] of HINTS) {
  hints(`reads ${JSON.stringify(given)} as ${compression}`, () => assert.is(toCompression(...given), compression));
}

hints.run();

const small = suite("decompressSmall");

small("inflates gzip with and without its hint, and trusts its first bytes more than another hint", () => {
  for (const hint of [null, "gzip", "lz64"] as const) assert.is(String(decompressSmall(GZIP, hint)), PLAIN);
});

small("gives null for what is large, packed or unpacked, and for lz64", () => {
  const { wholeBytes } = requestLimits;
  assert.is(decompressSmall(gzipSync("x".repeat(wholeBytes)), null)?.length, wholeBytes);
  assert.is(decompressSmall(gzipSync("x".repeat(wholeBytes + 1)), null), null);
  assert.is(decompressSmall(gzipSync("x".repeat(100)), null, 99), null);
  assert.is(decompressSmall(Buffer.alloc(wholeBytes + 1), null), null);
  assert.is(decompressSmall(Buffer.from(LZ64), "lz64"), null);
});

small("is not deceived by a length at the end of gzip that is a lie", () => {
  const packed = gzipSync("x".repeat(2 * requestLimits.wholeBytes));
  packed.writeUInt32LE(1, packed.length - 4);
  assert.is(decompressSmall(packed, null), null);
});

small("refuses gzip that is cut at any byte", () => {
  for (let end = 2; end < GZIP.length; end++) {
    let refused = "";
    try {
      // A length that is cut may be any number, so that the data seems large.
      refused = decompressSmall(GZIP.subarray(0, end), null) === null ? BROKEN : "";
    } catch (error) {
      refused = error instanceof HogletError ? `${error.status} ${error.detail}` : "";
    }
    assert.is(refused, BROKEN);
  }
});

small.run();

const large = suite("decompressLarge");

large("unpacks gzip, lz64 under its hint alone, and nothing", async () => {
  assert.is(String(await decompressLarge(GZIP, null)), PLAIN);
  assert.is(String(await decompressLarge(Buffer.from(LZ64), "lz64")), PLAIN);
  assert.is(String(await decompressLarge(Buffer.from(LZ64), null)), LZ64);
});

large("takes exactly the limit and refuses a byte more", async () => {
  const packed = gzipSync(randomBytes(150_000).toString("hex"));
  assert.is((await decompressLarge(packed, null, 300_000)).length, 300_000);
  assert.match(await refusalOf(decompressLarge(packed, null, 299_999)), /^413 maximum event size exceeded: /);
});

large("refuses what unpacks to more than 250 times its size, however large it may be", async () => {
  const packed = gzipSync("x".repeat(2_000_000));
  assert.match(
    await refusalOf(decompressLarge(packed, null)),
    `413 maximum event size exceeded: more than ${250 * packed.length} bytes`,
  );
  assert.is(
    (await decompressLarge(gzipSync("x".repeat(requestLimits.wholeBytes)), null)).length,
    requestLimits.wholeBytes,
  );
});

large("refuses gzip that is cut at any byte", async () => {
  for (let end = 2; end < GZIP.length; end++) {
    assert.is(await refusalOf(decompressLarge(GZIP.subarray(0, end), null)), BROKEN);
  }
});

large.run();
