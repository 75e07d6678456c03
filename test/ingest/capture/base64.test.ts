import { suite } from "uvu";
import * as assert from "uvu/assert";
import { decodeBase64 } from "../../../lib/ingest/capture/base64.ts";
import type { Base64Look } from "../../../lib/ingest/capture/base64.ts";

const decodes = suite("decodeBase64");

const ROWS: [payload: string, look: Base64Look, text: string | null][] = [
  ["YWJj", "sniffed", "abc"],
  ["YQ==", "sniffed", "a"],
  ["YWI=", "sniffed", "ab"],
  ["", "sniffed", null],
  ["YQ", "sniffed", null],
  ["YQ", "declared", "a"],
  ['{"a"', "sniffed", null],
  ['{"a"', "declared", null],
  ["YW\nJj", "declared", null],
  ["Pj4+", "sniffed", ">>>"],
  ["Pj4 ", "sniffed", null],
  ["Pj4 ", "spaced", ">>>"],
  ["Pj4 ", "declared", ">>>"],
  ["YQ=aYQ=a", "sniffed", null],
];

for (const [payload, look, text] of ROWS) {
  decodes(`reads ${JSON.stringify(payload)} (${look}) as ${JSON.stringify(text)}`, () => {
    assert.is(decodeBase64(Buffer.from(payload), look)?.toString() ?? null, text);
  });
}

decodes("looks at 128 bytes, and gives up when a later one is wrong", () => {
  const good = "YWJj".repeat(100);
  assert.is(decodeBase64(Buffer.from(good), "sniffed")?.toString(), "abc".repeat(100));
  assert.is(decodeBase64(Buffer.from(good.slice(0, -2) + "!j"), "sniffed"), null);
});

decodes.run();
