import { gzipSync } from "node:zlib";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { decompress, toCompression } from "../../lib/capture/compression.ts";
import { refusal } from "./refusal.ts";
import { GZIP, LZ64, PLAIN } from "./wire-vectors.ts";

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

const decompresses = suite("decompress");

decompresses("inflates gzip with and without its hint", () => {
  assert.is(decompress(GZIP, null, 1000), PLAIN);
  assert.is(decompress(GZIP, "gzip", 1000), PLAIN);
});

decompresses("trusts gzip's first bytes more than another hint", () => {
  assert.is(decompress(GZIP, "lz64", 1000), PLAIN);
});

decompresses("unpacks lz64 only under its hint", () => {
  assert.is(decompress(Buffer.from(LZ64), "lz64", 1000), PLAIN);
  assert.is(decompress(Buffer.from(LZ64), null, 1000), LZ64);
});

decompresses("takes exactly the limit and refuses a byte more", () => {
  const packed = gzipSync("x".repeat(300_000));
  assert.is(decompress(packed, null, 300_000).length, 300_000);
  assert.match(
    refusal(() => decompress(packed, null, 299_999)),
    /^413 maximum event size exceeded: /,
  );
});

decompresses("refuses gzip that is cut at any byte", () => {
  for (let end = 2; end < GZIP.length; end++) {
    assert.is(
      refusal(() => decompress(GZIP.subarray(0, end), null, 1000)),
      "400 failed to decode request: invalid GZIP data",
    );
  }
});

decompresses.run();
