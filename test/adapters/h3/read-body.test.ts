import { PassThrough } from "node:stream";
import { setImmediate as nextTurn } from "node:timers/promises";
import { H3Event } from "h3";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { FREE_BYTES, holdBytes, MOST_HELD_BYTES } from "../../../adapters/h3/held-bytes.ts";
import { readBody, WIRE_LIMIT_BYTES } from "../../../adapters/h3/read-body.ts";
import { whenAll } from "../../support/rounds.ts";

/** An event whose Node request is `stream`. */
function toEvent(stream: PassThrough, headers: Record<string, string>): H3Event {
  const req = Object.assign(stream, { headers, httpVersionMajor: 1 });
  return new H3Event(Object.assign(new Request("http://a/"), { runtime: { name: "node", node: { req } } }) as never);
}

const reads = suite("readBody");

reads("a client that goes away before the end of its body leaves nothing waiting", async () => {
  for (const error of [undefined, new Error("aborted")]) {
    const stream = new PassThrough();
    const body = readBody(toEvent(stream, { "content-length": "1000" }), holdBytes());
    stream.write("half");
    await nextTurn();
    stream.destroy(error);
    assert.is(await body, "gone");
  }
});

reads("a client that has gone already is noticed", async () => {
  const stream = new PassThrough().destroy();
  assert.is(await readBody(toEvent(stream, { "content-length": "4" }), holdBytes()), "gone");
});

reads("a body that somebody else has read is empty, instead of being waited for", async () => {
  const stream = new PassThrough();
  stream.end("read").resume();
  while (!stream.readableEnded) await nextTurn();
  assert.equal(await readBody(toEvent(stream, { "content-length": "4" }), holdBytes()), new Uint8Array(0));
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
    assert.is(Buffer.from((await readBody(event, holdBytes())) as Uint8Array).toString(), bytes);
  });
}

reads("a length over the limit is refused unread, and what comes is let go by", async () => {
  const stream = new PassThrough();
  assert.is(
    await readBody(toEvent(stream, { "content-length": String(WIRE_LIMIT_BYTES + 1) }), holdBytes()),
    "too-large",
  );
  assert.is(stream.readableFlowing, true);
});

const LARGE_BYTES = 15 * 1024 * 1024;

/** An upload of which all but the end has been read. */
async function begin() {
  const stream = new PassThrough({ highWaterMark: LARGE_BYTES });
  const held = holdBytes();
  const body = readBody(toEvent(stream, { "content-length": String(LARGE_BYTES) }), held);
  stream.write(Buffer.alloc(LARGE_BYTES - 1));
  await nextTurn();
  return { stream, held, body };
}

whenAll(reads)(
  "large bodies at once are held up to 48 MiB; the next one is refused until one is answered, and small ones never",
  async () => {
    const [answered, ...others] = [await begin(), await begin(), await begin()] as const;
    assert.ok(4 * LARGE_BYTES > MOST_HELD_BYTES && 3 * LARGE_BYTES < MOST_HELD_BYTES);
    assert.is(await (await begin()).body, "busy");
    const small = new PassThrough();
    const body = readBody(toEvent(small, { "content-length": String(FREE_BYTES) }), holdBytes());
    small.end(Buffer.alloc(FREE_BYTES));
    assert.is(((await body) as Uint8Array).length, FREE_BYTES);
    answered.stream.end("x");
    assert.is(((await answered.body) as Uint8Array).length, LARGE_BYTES);
    // Read is not answered: the bytes are still there.
    assert.is(await (await begin()).body, "busy");
    answered.held.release();
    const next = await begin();
    next.stream.end("x");
    assert.is(((await next.body) as Uint8Array).length, LARGE_BYTES);
    for (const { held } of [next, ...others]) held.release();
  },
);

function upload(): H3Event {
  return new H3Event(new Request("http://a/", { method: "POST", body: Buffer.alloc(1024 * 1024) }));
}

reads("as a web stream too", async () => {
  const holds = [holdBytes(), holdBytes()];
  for (const held of holds) assert.ok(held.grow(MOST_HELD_BYTES / 2));
  const held = holdBytes();
  assert.is(await readBody(upload(), held), "busy");
  for (const other of holds) other.release();
  assert.is(((await readBody(upload(), held)) as Uint8Array).length, 1024 * 1024);
  held.release();
});

reads.run();
