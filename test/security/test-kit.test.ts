import { createServer } from "node:http";
import { connect } from "node:net";
import type { AddressInfo } from "node:net";
import { toNodeHandler } from "h3";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { h3Adapter } from "../../adapters/h3/index.ts";
import { createTestHoglet } from "../../adapters/testing/index.ts";
import type { TestHoglet } from "../../adapters/testing/index.ts";
import { send } from "./over-socket.ts";

// `/__test/*` reads, changes and deletes everything. It listens where every page in the developer's browser can send to.

const ROUTES: { method: string; path: string; body?: string }[] = [
  { method: "GET", path: "/__test" },
  { method: "GET", path: "/__test/" },
  { method: "GET", path: "/__test/events" },
  { method: "GET", path: "/__test/persons/" },
  { method: "GET", path: "/__test/requests?tenant=x" },
  { method: "GET", path: "/__test/warnings" },
  { method: "GET", path: "/__test/snapshot" },
  { method: "GET", path: "/__test/nothing" },
  { method: "HEAD", path: "/__test/events" },
  { method: "OPTIONS", path: "/__test/events" },
  { method: "POST", path: "/__test/reset", body: "{}" },
  { method: "POST", path: "/__test/clock", body: '{"advance":"1 day"}' },
  { method: "POST", path: "/__test/tenants", body: '{"name":"x"}' },
  { method: "POST", path: "/__test/fork", body: "{}" },
  { method: "POST", path: "/__test/faults", body: '{"status":500}' },
  { method: "POST", path: "/__test/snapshot", body: '{"kind":"event","event":"a","distinct_id":"u"}' },
  { method: "POST", path: "/e/../__test/reset", body: "{}" },
];

const ATTACKS: [name: string, headers: (key: string, port: string) => Record<string, string>, status: number][] = [
  ["nobody's key", () => ({}), 401],
  ["an empty key", () => ({ authorization: "Bearer " }), 401],
  ["the key that used to be everybody's", () => ({ authorization: "Bearer phx_test" }), 401],
  ["the key but its last character", (key) => ({ authorization: `Bearer ${key.slice(0, -1)}` }), 401],
  ["the key in another scheme", (key) => ({ authorization: `Basic ${key}` }), 401],
  ["the key as a cookie", (key) => ({ cookie: `key=${key}` }), 401],
  ["a page of another site", (key) => ({ authorization: `Bearer ${key}`, "sec-fetch-site": "cross-site" }), 403],
  ["a page of another port", (key) => ({ authorization: `Bearer ${key}`, "sec-fetch-site": "same-site" }), 403],
  ["another origin", (key) => ({ authorization: `Bearer ${key}`, origin: "https://evil.test" }), 403],
  ["a hidden origin", (key) => ({ authorization: `Bearer ${key}`, origin: "null" }), 403],
  ["a name that was bent to lead here", (key) => ({ authorization: `Bearer ${key}`, host: "evil.test" }), 403],
  [
    "such a name that says it is forwarded",
    (key, port) => ({ authorization: `Bearer ${key}`, host: `evil.test:${port}`, "x-forwarded-host": "localhost" }),
    403,
  ],
  ["every address of this machine", (key, port) => ({ authorization: `Bearer ${key}`, host: `0.0.0.0:${port}` }), 403],
];

/** The kit's own server, and a hoglet of the kit on a server of the app. */
const SERVERS: [name: string, open: (hoglet: TestHoglet) => Promise<{ url: string; close(): void }>][] = [
  ["its own server", async (hoglet) => ({ url: await hoglet.url(), close: () => {} })],
  [
    "a server of the app",
    async (hoglet) => {
      const server = createServer(toNodeHandler(h3Adapter(hoglet)));
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      return { url, close: () => void server.close() };
    },
  ],
];

const kit = suite("security: /__test of the test kit");

for (const [where, open] of SERVERS) {
  for (const [name, toHeaders, status] of ATTACKS) {
    kit(`${name} gets nothing and changes nothing, on ${where}`, async () => {
      await using hoglet = await createTestHoglet();
      await hoglet.capture({ event: "kept", distinct_id: "u" });
      const { url, close } = await open(hoglet);
      const headers = toHeaders(hoglet.testKey, new URL(url).port);
      for (const route of ROUTES) {
        // An app's server may resolve dots itself; the path then does not belong to the kit.
        const answer = await send(url, { ...route, headers });
        const label = `${route.method} ${route.path}: ${answer.status} ${answer.text}`;
        assert.is(answer.status, status, label);
        assert.not.match(answer.text, /phx_|phc_|kept/);
        assert.is(answer.headers["access-control-allow-origin"], undefined);
        assert.is(answer.headers["x-content-type-options"], "nosniff", label);
      }
      close();
      assert.is((await hoglet.events()).length, 1);
      assert.is(hoglet.clock.iso(), "2025-01-15T12:00:00.000Z");
    });
  }

  kit(`who has the key of the run gets everything, on ${where}`, async () => {
    await using hoglet = await createTestHoglet();
    const { url, close } = await open(hoglet);
    for (const extra of [{}, { "sec-fetch-site": "none" }, { "sec-fetch-site": "same-origin" }, { origin: url }]) {
      const headers = { authorization: `Bearer ${hoglet.testKey}`, ...extra };
      assert.is((await send(url, { path: "/__test/events", headers })).status, 200, JSON.stringify(extra));
    }
    close();
  });
}

kit("each run has keys of its own; forks have their parent's", async () => {
  await using one = await createTestHoglet();
  await using two = await createTestHoglet();
  const fork = await one.fork();
  assert.is(new Set([one.testKey, two.testKey, one.personalApiKey, two.personalApiKey]).size, 4);
  assert.equal([fork.testKey, fork.personalApiKey], [one.testKey, one.personalApiKey]);
  for (const key of [one.testKey, one.personalApiKey]) assert.ok(key.length > 30);
  const read = async (key: string) =>
    (await fetch(`${await one.url()}/api/projects/1/persons/`, { headers: { authorization: `Bearer ${key}` } })).status;
  assert.equal(
    [await read("phx_test"), await read(two.personalApiKey), await read(one.personalApiKey)],
    [401, 401, 200],
  );
});

kit("a foreign Host is refused on every path of its server, but those that were allowed", async () => {
  await using hoglet = await createTestHoglet({ allowedHosts: ["10.0.2.2"] });
  const url = await hoglet.url();
  const event = { method: "POST", path: "/e/", body: '{"api_key":"phc_test","event":"a","distinct_id":"u"}' };
  assert.is((await send(url, { ...event, headers: { host: "evil.test" } })).status, 403);
  assert.is((await send(url, { ...event, headers: { host: "10.0.2.2:80" } })).status, 200);
});

kit("a body over its limit is refused, said beforehand or not, and is not kept", async () => {
  await using hoglet = await createTestHoglet();
  const url = await hoglet.url();
  const authorization = `Bearer ${hoglet.testKey}`;
  const over = `"${"x".repeat(1024 * 1024)}"`;
  const said = await send(url, { method: "POST", path: "/__test/expect", headers: { authorization }, body: over });
  assert.is(said.status, 413);
  const socket = connect(Number(new URL(url).port), "127.0.0.1");
  socket.write(
    `POST /__test/expect HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${authorization}\r\nTransfer-Encoding: chunked\r\n\r\n`,
  );
  socket.write(`${over.length.toString(16)}\r\n${over}\r\n`);
  const [answer] = (await new Promise((resolve) => socket.once("data", (data) => resolve([data])))) as [Buffer];
  assert.match(answer.toString(), /^HTTP\/1\.1 413 /);
  socket.destroy();
});

kit("who has no key is answered before the body is read", async () => {
  await using hoglet = await createTestHoglet();
  const socket = connect(Number(new URL(await hoglet.url()).port), "127.0.0.1");
  socket.write("POST /__test/snapshot HTTP/1.1\r\nHost: localhost\r\nContent-Length: 20000000\r\n\r\n");
  const [answer] = (await new Promise((resolve) => socket.once("data", (data) => resolve([data])))) as [Buffer];
  assert.match(answer.toString(), /^HTTP\/1\.1 401 /);
  socket.destroy();
});

kit.run();
