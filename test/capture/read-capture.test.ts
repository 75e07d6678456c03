import { gzipSync } from "node:zlib";
import lzString from "lz-string";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { readCapture } from "../../lib/index.ts";

const EVENT = { event: "a", distinct_id: "u1" };
const read = (url: string, body: string | Uint8Array, headers: Record<string, string> = {}) =>
  readCapture({ url, headers, body: typeof body === "string" ? Buffer.from(body) : body });
const nested = (levels: number) => `[{"event":${"[".repeat(levels)}${"]".repeat(levels)}}]`;

const it = suite("readCapture");

it("finds token and events in every shape of a body", () => {
  for (const [content, token] of [
    [{ api_key: "phc_a", ...EVENT }, "phc_a"],
    [{ token: "phc_a", batch: [EVENT] }, "phc_a"],
    [[{ ...EVENT, properties: { token: "phc_a" } }], "phc_a"],
    [[EVENT], null],
  ] as const) {
    const found = read("/e/", JSON.stringify(content));
    assert.equal([found?.token, found?.events[0]?.["event"], found?.content], [token, "a", content]);
  }
});

it("unpacks gzip, base64, forms and the newer protocol", () => {
  const text = JSON.stringify({ api_key: "phc_a", batch: [EVENT] });
  const form = `data=${encodeURIComponent(Buffer.from(text).toString("base64"))}`;
  const type = { "content-type": "application/x-www-form-urlencoded" };
  assert.equal(read("/batch/", gzipSync(text))?.events, [EVENT]);
  assert.equal(read("http://x.example/e", form, type)?.events, [EVENT]);
  assert.equal(read(`/e/?data=${encodeURIComponent(text)}`, "")?.token, "phc_a");
  const v1 = read("/i/v1/analytics/events", gzipSync(JSON.stringify({ batch: [EVENT] })), {
    authorization: "Bearer phc_v1",
    "content-encoding": "gzip",
  });
  assert.equal([v1?.token, v1?.events], ["phc_v1", [EVENT]]);
});

it("gives null where there is no JSON, and no events where there are none", () => {
  assert.equal([read("/e/", "{"), read("/e/", "")], [null, null]);
  assert.equal(read("/flags/", '{"token":"phc_a","distinct_id":"u1"}')?.events, []);
  assert.equal(read("/e/", "[1,null]"), { token: null, events: [], content: [1, null], sizeChars: 8 });
});

it("gives null for what is nested deeper than capture takes", () => {
  assert.is(read("/e/", nested(100))?.events.length, 1);
  assert.equal([read("/e/", nested(110)), read("/e/", nested(50_000))], [null, null]);
});

it("unpacks no more than it may, in every packing", () => {
  const text = JSON.stringify({ event: "a".repeat(5000) });
  const v1 = { "content-encoding": "gzip" };
  const ways: [string, Uint8Array, Record<string, string>][] = [
    ["/e/", gzipSync(text), {}],
    ["/e/?compression=lz64", Buffer.from(lzString.compressToBase64(text)), {}],
    ["/i/v1/analytics/events", gzipSync(text), v1],
  ];
  for (const [url, body, headers] of ways) {
    assert.is(readCapture({ url, headers, body }, text.length)?.sizeChars, text.length, url);
    assert.is(readCapture({ url, headers, body }, text.length - 1), null, url);
  }
});

it.run();
