import { gzipSync } from "node:zlib";
import lzString from "lz-string";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { readCapture } from "../../../lib/index.ts";

const EVENT = { event: "a", distinct_id: "u1" };
const read = (url: string, body: string | Uint8Array, headers: Record<string, string> = {}) =>
  readCapture({ url, headers, body: typeof body === "string" ? Buffer.from(body) : body });
const nested = (levels: number) => `[{"event":${"[".repeat(levels)}${"]".repeat(levels)}}]`;

const it = suite("readCapture");

it("finds token and events in every shape of a body", async () => {
  for (const [content, token] of [
    [{ api_key: "phc_a", ...EVENT }, "phc_a"],
    [{ token: "phc_a", batch: [EVENT] }, "phc_a"],
    [[{ ...EVENT, properties: { token: "phc_a" } }], "phc_a"],
    [[EVENT], null],
  ] as const) {
    const found = await read("/e/", JSON.stringify(content));
    assert.equal([found?.token, found?.events[0]?.["event"], found?.content], [token, "a", content]);
  }
});

it("unpacks gzip, base64, forms and the newer protocol", async () => {
  const text = JSON.stringify({ api_key: "phc_a", batch: [EVENT] });
  const form = `data=${encodeURIComponent(Buffer.from(text).toString("base64"))}`;
  const type = { "content-type": "application/x-www-form-urlencoded" };
  assert.equal((await read("/batch/", gzipSync(text)))?.events, [EVENT]);
  assert.equal((await read("http://x.example/e", form, type))?.events, [EVENT]);
  assert.equal((await read(`/e/?data=${encodeURIComponent(text)}`, ""))?.token, "phc_a");
  const v1 = await read("/i/v1/analytics/events", gzipSync(JSON.stringify({ batch: [EVENT] })), {
    authorization: "Bearer phc_v1",
    "content-encoding": "gzip",
  });
  assert.equal([v1?.token, v1?.events], ["phc_v1", [EVENT]]);
});

it("gives null where there is no JSON, and no events where there are none", async () => {
  assert.equal([await read("/e/", "{"), await read("/e/", "")], [null, null]);
  assert.equal((await read("/flags/", '{"token":"phc_a","distinct_id":"u1"}'))?.events, []);
  assert.equal(await read("/e/", "[1,null]"), { token: null, events: [], content: [1, null], sizeBytes: 8 });
});

it("gives null for what is nested deeper than capture takes", async () => {
  assert.is((await read("/e/", nested(100)))?.events.length, 1);
  assert.equal([await read("/e/", nested(110)), await read("/e/", nested(50_000))], [null, null]);
});

it("unpacks no more than it may, in every packing", async () => {
  const text = JSON.stringify({ event: "a".repeat(5000) });
  const v1 = { "content-encoding": "gzip" };
  const ways: [string, Uint8Array, Record<string, string>][] = [
    ["/e/", gzipSync(text), {}],
    ["/e/?compression=lz64", Buffer.from(lzString.compressToBase64(text)), {}],
    ["/i/v1/analytics/events", gzipSync(text), v1],
  ];
  for (const [url, body, headers] of ways) {
    assert.is((await readCapture({ url, headers, body }, text.length))?.sizeBytes, text.length, url);
    assert.is(await readCapture({ url, headers, body }, text.length - 1), null, url);
  }
});

it.run();
