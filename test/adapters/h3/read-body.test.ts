import { PassThrough } from "node:stream";
import { setImmediate as nextTurn } from "node:timers/promises";
import { H3Event } from "h3";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { readBody, WIRE_LIMIT_BYTES } from "../../../adapters/h3/read-body.ts";

/** An event whose Node request is `stream`. */
function toEvent(stream: PassThrough, headers: Record<string, string>): H3Event {
  const req = Object.assign(stream, { headers, httpVersionMajor: 1 });
  return new H3Event(Object.assign(new Request("http://a/"), { runtime: { name: "node", node: { req } } }) as never);
}

const reads = suite("readBody");

reads("a client that goes away before the end of its body leaves nothing waiting", async () => {
  for (const error of [undefined, new Error("aborted")]) {
    const stream = new PassThrough();
    const body = readBody(toEvent(stream, { "content-length": "1000" }));
    stream.write("half");
    await nextTurn();
    stream.destroy(error);
    assert.is(await body, "gone");
  }
});

reads("a client that has gone already is noticed", async () => {
  const stream = new PassThrough().destroy();
  assert.is(await readBody(toEvent(stream, { "content-length": "4" })), "gone");
});

reads("a body that somebody else has read is empty, instead of being waited for", async () => {
  const stream = new PassThrough();
  stream.end("read").resume();
  while (!stream.readableEnded) await nextTurn();
  assert.equal(await readBody(toEvent(stream, { "content-length": "4" })), new Uint8Array(0));
});

for (const [what, parsed, type, bytes] of [
  ["bytes", Buffer.from("{}"), "text/plain", "{}"],
  ["a text", "{}", "text/plain", "{}"],
  ["JSON", { event: "a" }, "application/json", '{"event":"a"}'],
  [
    "a form",
    { data: "e30=", compression: "base64" },
    "application/x-www-form-urlencoded",
    "data=e30%3D&compression=base64",
  ],
] as const) {
  reads(`a body that Express has read as ${what} is taken from it`, async () => {
    const stream = new PassThrough();
    stream.end("read").resume();
    while (!stream.readableEnded) await nextTurn();
    const event = toEvent(Object.assign(stream, { body: parsed }), { "content-length": "4", "content-type": type });
    assert.is(Buffer.from((await readBody(event)) as Uint8Array).toString(), bytes);
  });
}

reads("a length over the limit is refused unread, and what comes is let go by", async () => {
  const stream = new PassThrough();
  assert.is(await readBody(toEvent(stream, { "content-length": String(WIRE_LIMIT_BYTES + 1) })), "too-large");
  assert.is(stream.readableFlowing, true);
});

reads.run();
