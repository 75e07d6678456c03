import { connect } from "node:net";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createHoglet, isLoopbackHost } from "../../lib/index.ts";
import { serve } from "../bin/hoglet-process.ts";
import { send } from "./over-socket.ts";
import { whenAll } from "../support/rounds.ts";

// DNS rebinding: evil.test resolves to 127.0.0.1, and the browser treats the server there as the same site.

const KNOWN = [
  "localhost",
  "LOCALHOST",
  "LocalHost:PORT",
  "localhost.",
  "localhost.:PORT",
  "app.localhost",
  "127.0.0.1",
  "127.0.0.1:PORT",
  "127.0.0.1:80",
  "127.1.2.3",
  "[::1]",
  "[::1]:PORT",
  "[0:0:0:0:0:0:0:1]",
  "[::ffff:127.0.0.1]",
  "[::FFFF:7F00:1]:PORT",
];

const STRANGE = [
  "evil.test",
  "evil.test:PORT",
  "localhost.evil.test",
  "127.0.0.1.evil.test",
  "localhost..",
  "notlocalhost",
  "localhost@evil.test",
  "evil.test@localhost",
  "localhost/evil.test",
  "localhost#evil.test",
  "localhost:PORT:PORT",
  "localhost:x",
  "localhost, evil.test",
  "localhost evil.test",
  "%6cocalhost",
  "0.0.0.0",
  "0.0.0.0:PORT",
  "[::]",
  "10.0.2.2:PORT",
  "192.168.1.7",
  "169.254.169.254",
  "128.0.0.1",
  "127.0.0.1.5",
  "[::2]",
  "[::ffff:10.0.0.1]",
  "[fe80::1]",
  "[::1",
  "x:99999",
];

const names = suite("security: names of this machine");

for (const host of KNOWN)
  names(`"${host}" is this machine`, () => assert.ok(isLoopbackHost(host.replaceAll("PORT", "8010"))));
for (const host of STRANGE) {
  names(`"${host}" is not`, () => assert.not.ok(isLoopbackHost(host.replaceAll("PORT", "8010"))));
}

names.run();

/** Requests of an attacker, one for each kind of route: `x-forwarded-host` and similar headers must not help. */
const WANTED = [
  { path: "/" },
  { path: "/ui/" },
  { path: "/ui/session", headers: { "sec-fetch-site": "same-origin" } },
  { path: "/api/schema/" },
  { path: "/api/projects/1/persons/", headers: { authorization: "Bearer phx_attack_me" } },
  { path: "/e/", method: "POST", body: '{"api_key":"phc_x","event":"a","distinct_id":"u"}' },
  { path: "/flags/?v=2", method: "POST", body: '{"api_key":"phc_x","distinct_id":"u"}' },
  { path: "/array/phc_x/config" },
  { path: "/_liveness", headers: { "x-forwarded-host": "localhost", forwarded: "host=localhost" } },
  { path: "/nothing" },
];

const served = suite("security: hosts that a server on loopback answers to");

whenAll(served)("it answers to every name of this machine, and to no other on any route", async () => {
  await using server = await serve(["--memory", "--personal-api-key", "phx_attack_me"]);
  const { url } = server.ready;
  const { port } = new URL(url);
  for (const host of KNOWN.map((name) => name.replaceAll("PORT", port))) {
    assert.is((await send(url, { path: "/_liveness", headers: { host } })).status, 200, host);
  }
  // Node refuses invalid headers, but accepts an empty Host.
  for (const host of STRANGE.map((name) => name.replaceAll("PORT", port))) {
    const { status, text } = await send(url, { path: "/_liveness", headers: { host } });
    assert.ok(status === 403 || status === 400, `${host}: ${status} ${text}`);
  }
  for (const wanted of WANTED) {
    const { headers, ...rest } = wanted as { path: string; headers?: Record<string, string> };
    const answer = await send(url, { ...rest, headers: { ...headers, host: "evil.test", origin: "http://evil.test" } });
    assert.is(answer.status, 403, wanted.path);
    assert.match(answer.text, /not known as evil\.test.*--allowed-host evil\.test/);
    assert.is(answer.headers["x-content-type-options"], "nosniff");
    assert.equal([answer.headers["access-control-allow-origin"], answer.headers["set-cookie"]], [undefined, undefined]);
  }
});

whenAll(served)("a request without a Host, as HTTP/1.0 may have, or with an empty one is refused", async () => {
  await using server = await serve(["--memory"]);
  for (const head of ["GET /ui/ HTTP/1.0", "GET /ui/ HTTP/1.1\r\nConnection: close\r\nHost:"]) {
    const socket = connect(Number(new URL(server.ready.url).port), "127.0.0.1");
    socket.write(`${head}\r\n\r\n`);
    let text = "";
    for await (const chunk of socket) text += String(chunk);
    assert.match(text, /^HTTP\/1\.\d 403 /);
  }
});

served("names that were allowed are answered, with any port, and are no loopback for the page", async () => {
  await using server = await serve(["--memory", "--allowed-host", "10.0.2.2,Analytics.Test"]);
  const { url } = server.ready;
  for (const host of ["10.0.2.2:8010", "analytics.test", "ANALYTICS.TEST.:1", "localhost"]) {
    assert.is((await send(url, { path: "/_liveness", headers: { host } })).status, 200, host);
  }
  for (const host of ["10.0.2.3", "evil.test", "x.analytics.test"]) {
    assert.is((await send(url, { path: "/_liveness", headers: { host } })).status, 403, host);
  }
  const session = await send(url, {
    path: "/ui/session",
    headers: { host: "analytics.test", "sec-fetch-site": "same-origin" },
  });
  assert.equal([session.text, session.headers["set-cookie"]], ['{"signed_in":false}', undefined]);
});

whenAll(served)(
  "behind a proxy and on every address hosts are the proxy's and the network's, unless they are named",
  async () => {
    const key = ["--memory", "--personal-api-key", "phx_attack_me"];
    const rows: [flags: string[], status: number][] = [
      [["--behind-proxy"], 200],
      [["--behind-proxy", "--allowed-host", "analytics.test"], 403],
      [["--host", "0.0.0.0"], 200],
      [["--host", "0.0.0.0", "--allowed-host", "analytics.test"], 403],
    ];
    for (const [flags, status] of rows) {
      await using server = await serve([...key, ...flags]);
      const { url } = server.ready;
      assert.is(
        (await send(url, { path: "/_liveness", headers: { host: "evil.test" } })).status,
        status,
        flags.join(" "),
      );
      assert.is((await send(url, { path: "/_liveness", headers: { host: "analytics.test" } })).status, 200);
    }
  },
);

served("in process no Host matters", async () => {
  await using hoglet = await createHoglet();
  assert.is((await hoglet.fetch("http://evil.test/_liveness", { headers: { host: "evil.test" } })).status, 200);
});

served.run();
