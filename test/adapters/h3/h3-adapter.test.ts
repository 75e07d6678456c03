import { EventEmitter, once } from "node:events";
import { Agent, request as httpRequest } from "node:http";
import type { IncomingMessage } from "node:http";
import { connect } from "node:net";
import { setImmediate as nextTurn } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import type { H3 } from "h3";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { h3Adapter } from "../../../adapters/h3/index.ts";
import { ask, serve } from "./served.ts";
import type { HttpReply, HttpRequest } from "../../../lib/index.ts";
import { whenAll } from "../../support/rounds.ts";

const OK: HttpReply = { status: 200, headers: { "content-type": "text/plain" }, body: "ok" };
const MIB = 1024 * 1024;

/** Runs `fn` and returns its output on stderr, where h3 prints the errors that it catches. */
async function printed(fn: () => Promise<void>): Promise<string[]> {
  const lines: string[] = [];
  const { stderr } = process;
  const { write } = stderr;
  stderr.write = (text: string | Uint8Array) => lines.push(String(text)) > 0;
  try {
    await fn();
  } finally {
    stderr.write = write;
  }
  return lines;
}

/** Bytes in buffers that are still referenced, without those that wait for the garbage collector. */
function keptBytes(): number {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  // The second collection frees the objects that the first found.
  for (let time = 0; time < 2; time += 1) collect();
  return process.memoryUsage().arrayBuffers;
}

async function* twoLines() {
  yield "a\n";
  await nextTurn();
  yield "";
  yield "ü\n";
}

async function* broken() {
  yield "a";
  await nextTurn();
  throw new Error("broken");
}

const requests = suite("h3Adapter: requests");

requests(
  "a request arrives with its method, absolute URL, lower-case headers, bytes and the client's address",
  async () => {
    await using app = await serve(() => OK);
    const body = Uint8Array.from([0, 255, 31, 139]);
    await ask(app.port, { method: "POST", path: "/e/?ip=1&_=2", headers: { "X-Some-Header": "Ä b" } }, body);
    const [request] = app.seen;
    assert.is(request?.method, "POST");
    assert.is(request?.url, `http://127.0.0.1:${app.port}/e/?ip=1&_=2`);
    assert.is(request?.headers["x-some-header"], "Ä b");
    assert.equal([...(request?.body ?? [])], [...body]);
    assert.is(request?.ip, "127.0.0.1");
  },
);

requests(
  "behind a proxy the client's address and scheme are the last that the headers name, and otherwise they do not count",
  async () => {
    for (const [behindProxy, headers, ip, scheme] of [
      [
        true,
        { "x-forwarded-for": "198.51.100.1, 203.0.113.7", "x-forwarded-proto": "http, https" },
        "203.0.113.7",
        "https",
      ],
      [true, { "x-forwarded-for": "2001:db8::1", "x-forwarded-proto": "http" }, "2001:db8::1", "http"],
      [true, { "x-forwarded-for": "203.0.113.7, unknown" }, "127.0.0.1", "http"],
      [true, {}, "127.0.0.1", "http"],
      [false, { "x-forwarded-for": "203.0.113.7", "x-forwarded-proto": "https" }, "127.0.0.1", "http"],
    ] as const) {
      await using app = await serve(() => OK, undefined, { behindProxy });
      await ask(app.port, { path: "/e/", headers });
      const [request] = app.seen;
      assert.equal([request?.ip, request?.url], [ip, `${scheme}://127.0.0.1:${app.port}/e/`]);
    }
    assert.throws(
      () => h3Adapter({ handle: async () => OK }, { behindProxi: true } as object),
      /Did you mean "behindProxy"\?/,
    );
  },
);

requests("a request without a body has an empty one", async () => {
  await using app = await serve(() => OK);
  await ask(app.port, { method: "GET" });
  assert.is(app.seen[0]?.body.length, 0);
});

requests("a body that comes in pieces and without a length is put together", async () => {
  await using app = await serve(() => OK);
  const request = httpRequest({ host: "127.0.0.1", port: app.port, path: "/", method: "POST" });
  request.write("one,");
  await nextTurn();
  request.write("two,");
  request.end("three");
  const [response] = (await once(request, "response")) as [IncomingMessage];
  response.resume();
  assert.is(Buffer.from(app.seen[0]?.body ?? []).toString(), "one,two,three");
});

requests("an IPv4 client of a dual-stack socket has its IPv4 address", async () => {
  const app = h3Adapter<H3>({ handle: async ({ ip }) => ({ ...OK, body: String(ip) }) });
  const request = new Request("http://a/");
  Object.defineProperty(request, "ip", { value: "::ffff:10.1.2.3" });
  assert.is(await (await app.fetch(request)).text(), "10.1.2.3");
});

requests("without Node's request the web request is read: body, headers, and no address", async () => {
  const seen: HttpRequest[] = [];
  const app = h3Adapter<H3>({
    handle: async (request) => {
      seen.push(request);
      return OK;
    },
  });
  const response = await app.request("http://a/e/", { method: "POST", body: "text", headers: { "X-Kind": "web" } });
  assert.is(await response.text(), "ok");
  assert.is(Buffer.from(seen[0]?.body ?? []).toString(), "text");
  assert.is(seen[0]?.headers["x-kind"], "web");
  assert.is(seen[0]?.ip, null);
});

requests("a path that cannot be decoded reaches the library", async () => {
  await using app = await serve(() => OK);
  assert.is((await ask(app.port, { path: "/%zz" })).status, 200);
  assert.match(app.seen[0]?.url ?? "", /\/%zz$/);
});

requests("a URL that nobody can read gets 400 and the process lives on", async () => {
  await using app = await serve(() => OK);
  const socket = connect(app.port, "127.0.0.1");
  socket.write("GET /a\\b HTTP/1.1\r\nHost: x:99999\r\n\r\n");
  const [answer] = (await once(socket, "data")) as [Buffer];
  socket.destroy();
  assert.match(answer.toString(), /^HTTP\/1\.1 400 /);
  assert.is((await ask(app.port, {})).status, 200);
});

requests("a client that goes away aborts the request's signal, an answered one does not", async () => {
  const signals: (AbortSignal | undefined)[] = [];
  const arrivals = new EventEmitter();
  const arrived = once(arrivals, "leave");
  const aborted = new Promise<void>((resolve) => {
    void arrived.then(() => signals[1]?.addEventListener("abort", () => resolve()));
  });
  await using server = await serve(async ({ url, signal }) => {
    signals.push(signal);
    if (!url.endsWith("/leave")) return OK;
    arrivals.emit("leave");
    await aborted;
    return OK;
  });
  await ask(server.port, { path: "/stay" });
  const leaving = httpRequest({ host: "127.0.0.1", port: server.port, path: "/leave" });
  leaving.on("error", () => {}).end();
  await arrived;
  leaving.destroy();
  await aborted;
  assert.equal(
    signals.map((signal) => signal?.aborted),
    [false, true],
  );
});

requests.run();

const replies = suite("h3Adapter: replies");

replies("a text goes out with its status, headers and length", async () => {
  await using app = await serve(() => ({
    status: 201,
    headers: { "content-type": "application/json", vary: "origin" },
    body: '{"a":"ü"}',
  }));
  const { status, headers, body } = await ask(app.port, {});
  assert.is(status, 201);
  assert.is(headers["content-type"], "application/json");
  assert.is(headers["content-length"], "10");
  assert.is(headers.vary, "origin");
  assert.is(body, '{"a":"ü"}');
});

replies("bytes go out as they are", async () => {
  const bytes = Uint8Array.from([104, 105]);
  await using app = await serve(() => ({ status: 200, headers: { "content-type": "image/gif" }, body: bytes }));
  const { headers, body } = await ask(app.port, {});
  assert.is(body, "hi");
  assert.is(headers["content-type"], "image/gif");
  assert.is(headers["content-length"], "2");
});

replies("204 has neither body, type nor length; another empty reply has the length 0", async () => {
  await using app = await serve(({ url }) => ({ status: url.endsWith("/204") ? 204 : 200, headers: {}, body: null }));
  const silent = await ask(app.port, { path: "/204" });
  assert.is(silent.status, 204);
  assert.is(silent.headers["content-type"], undefined);
  assert.is(silent.headers["content-length"], undefined);
  const empty = await ask(app.port, { path: "/200" });
  assert.is(empty.headers["content-length"], "0");
  assert.is(empty.headers["content-type"], undefined);
  assert.is(empty.body, "");
});

replies("HEAD is asked as GET and answered without the body, its length included", async () => {
  await using app = await serve(({ method }) => ({ ...OK, body: `${method} ü` }));
  const { status, headers, body } = await ask(app.port, { method: "HEAD" });
  assert.is(status, 200);
  assert.is(headers["content-length"], "6");
  assert.is(headers["content-type"], "text/plain");
  assert.is(body, "");
});

replies("a stream goes out piece by piece", async () => {
  await using app = await serve(() => ({ status: 200, headers: { "content-type": "text/csv" }, body: twoLines() }));
  const { headers, body } = await ask(app.port, {});
  assert.is(body, "a\nü\n");
  assert.is(headers["content-type"], "text/csv");
});

replies("a stream waits for a slow client and stops when that goes away", async () => {
  const piece = "x".repeat(256 * 1024);
  let given = 0;
  const stopped = new EventEmitter();
  async function* endless() {
    try {
      for (;;) {
        given += 1;
        yield piece;
        await nextTurn();
      }
    } finally {
      stopped.emit("stop");
    }
  }
  await using app = await serve(() => ({ status: 200, headers: {}, body: endless() }));
  const request = httpRequest({ host: "127.0.0.1", port: app.port, path: "/" });
  request.on("error", () => {}).end();
  await once(request, "response");
  // The client reads nothing: the pieces stop once the buffers of both sockets are full.
  let before = -1;
  for (let turns = 0; before !== given; turns = turns + 1) {
    before = given;
    for (let turn = 0; turn < 2000; turn += 1) await nextTurn();
    assert.ok(turns < 100, "the stream never paused");
  }
  assert.ok(given < 400, `${given} pieces were made for nobody`);
  const stop = once(stopped, "stop");
  request.destroy();
  await stop;
});

replies("a stream that fails in the middle breaks its own connection and nothing is printed", async () => {
  await using app = await serve(({ url }) => (url.endsWith("/broken") ? { ...OK, body: broken() } : OK));
  const lines = await printed(async () => {
    let failed = false;
    await ask(app.port, { path: "/broken" }).catch(() => (failed = true));
    assert.ok(failed);
    assert.is((await ask(app.port, {})).body, "ok");
  });
  assert.equal(lines, []);
});

replies("HEAD for a stream leaves it alone", async () => {
  let started = false;
  async function* pieces() {
    started = true;
    yield "a";
  }
  await using app = await serve(() => ({ ...OK, body: pieces() }));
  assert.is((await ask(app.port, { method: "HEAD" })).body, "");
  assert.is(started, false);
});

replies("a handle that rejects gives 503 with what browsers need, and nothing is printed", async () => {
  await using app = await serve(() => {
    throw new Error("closed");
  });
  const lines = await printed(async () => {
    const { status, headers, body } = await ask(app.port, { path: "/e/", headers: { origin: "https://a.example" } });
    assert.is(status, 503);
    assert.is(headers["retry-after"], "1");
    assert.is(headers["access-control-allow-origin"], "https://a.example");
    assert.not.match(body, /closed/);
  });
  assert.equal(lines, []);
});

replies("many requests share a connection", async () => {
  await using app = await serve(({ body }) => ({ ...OK, body: String(body.length) }));
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  let connections = 0;
  app.server.on("connection", () => (connections += 1));
  for (const size of [0, 10, 100_000, 5]) {
    const { body } = await ask(app.port, { method: "POST", agent }, "x".repeat(size));
    assert.is(body, String(size));
  }
  agent.destroy();
  assert.is(connections, 1);
});

replies.run();

const limits = suite("h3Adapter: limits");

whenAll(limits)(
  "a body of 25 MiB is read, one of a byte more gets 413 as plain text, said or not said beforehand",
  async () => {
    await using app = await serve(({ body }) => ({ ...OK, body: String(body.length) }));
    const most = Buffer.alloc(25 * MIB);
    const method = "POST";
    assert.is((await ask(app.port, { method }, most)).body, String(25 * MIB));
    const over = Buffer.alloc(25 * MIB + 1);
    for (const headers of [{ "content-length": over.length }, { "transfer-encoding": "chunked" }]) {
      const answer = await ask(
        app.port,
        { path: "/e/", method, headers: { ...headers, origin: "https://a.example" } },
        over,
      );
      assert.is(answer.status, 413);
      assert.match(String(answer.headers["content-type"]), /^text\/plain/);
      assert.is(answer.headers["access-control-allow-origin"], "https://a.example");
    }
    assert.is(app.seen.length, 1);
  },
);

whenAll(limits)("an endless body is answered while it still comes, and the rest is read but not kept", async () => {
  await using app = await serve(() => OK);
  const socket = connect(app.port, "127.0.0.1");
  socket.write(`POST / HTTP/1.1\r\nHost: a\r\nContent-Type: text/plain\r\nTransfer-Encoding: chunked\r\n\r\n`);
  const before = keptBytes();
  const answered = once(socket, "data") as Promise<[Buffer]>;
  const piece = Buffer.concat([Buffer.from("100000\r\n"), Buffer.alloc(MIB), Buffer.from("\r\n")]);
  for (let sent = 0; sent < 150; sent += 1) if (!socket.write(piece)) await once(socket, "drain");
  const [answer] = await answered;
  assert.match(answer.toString(), /^HTTP\/1\.1 413 /);
  const kept = keptBytes() - before;
  assert.ok(kept < 50 * MIB, `${kept} bytes are kept`);
  socket.destroy();
});

whenAll(limits)("the web request's body has the same limit", async () => {
  const app = h3Adapter<H3>({ handle: async () => OK });
  const answer = await app.request("http://a/", { method: "POST", body: Buffer.alloc(25 * MIB + 1) });
  assert.is(answer.status, 413);
});

limits("a client that goes away in the middle of its body harms nobody and nothing is printed", async () => {
  await using app = await serve(() => OK);
  const lines = await printed(async () => {
    const socket = connect(app.port, "127.0.0.1");
    socket.write("POST /e/ HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\nhalf");
    const [, response] = (await once(app.server, "request")) as [IncomingMessage, NodeJS.EventEmitter];
    const closed = once(response, "close");
    socket.destroy();
    await closed;
    await nextTurn();
    assert.is((await ask(app.port, {})).status, 200);
  });
  assert.equal(lines, []);
  assert.is(app.seen.length, 1);
});

limits.run();
