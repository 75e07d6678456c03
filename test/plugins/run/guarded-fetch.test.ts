import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer as createRawServer } from "node:net";
import type { AddressInfo } from "node:net";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { guardedFetch } from "../../../lib/index.ts";
import type { GuardedFetchOptions } from "../../../lib/index.ts";
import { guardedFetchBy } from "../../../lib/plugins/run/guarded-fetch.ts";

const guard = suite("guardedFetch");

async function failure(run: () => Promise<unknown>): Promise<string> {
  try {
    await run();
    return "no error";
  } catch (error) {
    return `${(error as Error).name}: ${(error as Error).message}`;
  }
}

guard("reaches no host but the allowed ones", async () => {
  const fetch = guardedFetchBy({ allow: ["a.test", "*.b.test"] }, async () => ["10.0.0.1"]);
  for (const host of ["b.test", "xb.test", "a.test.evil", "xa.test", "93.184.215.14"]) {
    assert.match(await failure(() => fetch(`http://${host}/`)), `FetchError: the host ${host} is not allowed`);
  }
  for (const host of ["a.test", "A.TEST", "a.test.", "x.b.test", "x.y.b.test"]) {
    assert.match(await failure(() => fetch(`http://${host}/`)), "which is not public", host);
  }
  assert.match(await failure(() => fetch("ftp://a.test/")), "FetchError: ftp: is not allowed");
});

const INNER = [
  "http://127.0.0.1/",
  "http://127.1/",
  "http://2130706433/",
  "http://0x7f.1/",
  "http://0177.0.0.1/",
  "http://0.0.0.0/",
  "http://[::1]/",
  "http://[::]/",
  "http://10.1.2.3/",
  "http://172.16.0.1/",
  "http://192.168.1.1/",
  "http://100.64.0.1/",
  "http://169.254.169.254/latest/meta-data/",
  "http://[fe80::1]/",
  "http://[fc00::1]/",
  "http://[fd00:ec2::254]/",
  "http://[::ffff:127.0.0.1]/",
  "http://[::ffff:a9fe:a9fe]/",
  "http://[64:ff9b::7f00:1]/",
  "http://[2002:7f00:1::]/",
  "http://224.0.0.1/",
  "http://255.255.255.255/",
  "http://198.18.0.1/",
  // The rest of IANA's registries of special addresses, IPv4 then IPv6, and addresses that nobody was given.
  "http://192.0.0.8/",
  "http://192.0.2.1/",
  "http://192.88.99.1/",
  "http://198.51.100.1/",
  "http://203.0.113.1/",
  "http://240.0.0.1/",
  "http://[::127.0.0.1]/",
  "http://[::a9fe:a9fe]/",
  "http://[::ffff:0:7f00:1]/",
  "http://[64:ff9b:1::1]/",
  "http://[100::1]/",
  "http://[100:0:0:1::1]/",
  "http://[2001::1]/",
  "http://[2001:2::1]/",
  "http://[2001:20::1]/",
  "http://[2001:db8::1]/",
  "http://[3fff::1]/",
  "http://[5f00::1]/",
  "http://[fec0::1]/",
  "http://[ff02::1]/",
  "http://[1::1]/",
  "http://[4000::1]/",
];

guard("reaches no address that is not public, in whatever form it is written", async () => {
  const fetch = guardedFetch({ allow: ["*"] });
  for (const url of INNER) assert.match(await failure(() => fetch(url)), /^FetchError: .* which is not public/, url);
});

guard("looks at every address of a name, after it was resolved", async () => {
  const names: Record<string, string[]> = {
    inner: ["127.0.0.1"],
    both: ["93.184.215.14", "10.0.0.1"],
    none: [],
    six: ["::ffff:10.0.0.1"],
    odd: ["nonsense"],
  };
  const fetch = guardedFetchBy({ allow: ["*"] }, async (host) => names[host] ?? []);
  for (const name of ["inner", "both", "six", "odd"]) {
    assert.match(await failure(() => fetch(`https://${name}/`)), /which is not public/, name);
  }
  assert.match(await failure(() => fetch("https://none/")), "FetchError: the host none has no address");
  assert.match(await failure(() => guardedFetch({ allow: ["localhost"] })("http://localhost/")), "which is not public");
});

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** Runs `fn` with a server on loopback that answers for every name. */
async function withServer(
  handler: Handler,
  fn: (port: number, by: (more?: Partial<GuardedFetchOptions>) => ReturnType<typeof guardedFetch>) => Promise<void>,
) {
  const server = createServer(handler);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    await fn((server.address() as AddressInfo).port, (more) =>
      guardedFetchBy({ allow: ["one.test", "two.test"], allowPrivate: true, ...more }, async () => ["127.0.0.1"]),
    );
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

guard("connects to the address that was looked at, under the host's name", () =>
  withServer(
    (request, response) => response.end(`${request.method} ${request.headers.host} ${request.headers["x-a"]}`),
    async (port, by) => {
      let lookups = 0;
      const fetch = guardedFetchBy({ allow: ["one.test"], allowPrivate: true }, async () =>
        lookups++ === 0 ? ["127.0.0.1"] : ["10.0.0.1"],
      );
      const response = await fetch(`http://one.test:${port}/`, { method: "PUT", body: "x", headers: { "X-A": "1" } });
      assert.is(await response.text(), `PUT one.test:${port} 1`);
      assert.is(lookups, 1);
      assert.is((await by()(`http://two.test:${port}/`)).url, `http://two.test:${port}/`);
    },
  ),
);

guard("looks at each redirect again, leaves credentials behind, and ends a circle", () =>
  withServer(
    (request, response) => {
      const port = (request.socket.address() as AddressInfo).port;
      const to: Record<string, string> = {
        "/two": `http://two.test:${port}/end`,
        "/metadata": "http://169.254.169.254/",
        "/other": `http://three.test:${port}/`,
        "/circle": "/circle",
        "/post": "/end",
        "/file": "file:///etc/passwd",
      };
      const location = to[request.url ?? ""];
      if (location !== undefined) response.writeHead(302, { location }).end();
      else response.end(`${request.method} ${request.headers.authorization ?? "nothing"}`);
    },
    async (port, by) => {
      const fetch = by();
      const init = { headers: { authorization: "secret" } };
      assert.is(await (await fetch(`http://one.test:${port}/two`, init)).text(), "GET nothing");
      assert.is(
        await (await fetch(`http://one.test:${port}/post`, { ...init, method: "POST", body: "x" })).text(),
        "GET secret",
      );
      assert.match(
        await failure(() => fetch(`http://one.test:${port}/metadata`)),
        "the host 169.254.169.254 is not allowed",
      );
      assert.match(await failure(() => fetch(`http://one.test:${port}/other`)), "the host three.test is not allowed");
      assert.match(await failure(() => fetch(`http://one.test:${port}/file`)), "file: is not allowed");
      assert.match(await failure(() => fetch(`http://one.test:${port}/circle`)), "maximum redirect");
      assert.is((await fetch(`http://one.test:${port}/metadata`, { redirect: "manual" })).status, 302);
      assert.match(await failure(() => fetch(`http://one.test:${port}/two`, { redirect: "error" })), "redirected");
    },
  ),
);

/** Sends nowhere: notes where to, and answers with the redirect of that path, if there is one. */
function sender(redirects: Record<string, string>) {
  const sent: string[] = [];
  const send = async ({ url, address }: { url: URL; address: string }) => {
    sent.push(`${url.href} at ${address}`);
    const location = redirects[url.pathname];
    return new Response(null, location === undefined ? {} : { status: 302, headers: { location } });
  };
  return { sent, send };
}

guard("follows no redirect of a public host to an inner one, however that is named", async () => {
  const names: Record<string, string[]> = { "shop.test": ["93.184.215.14"], "inner.test": ["127.0.0.1"] };
  const { sent, send } = sender({
    "/name": "http://inner.test/admin",
    "/address": "http://169.254.169.254/latest/",
    "/short": "http://2130706433/",
    "/six": "//[::ffff:10.0.0.1]/",
    "/twice": "/name",
    "/out": "https://shop.test/end",
  });
  const fetch = guardedFetchBy({ allow: ["*"] }, async (host) => names[host] ?? [], send);
  for (const path of ["name", "address", "short", "six", "twice"]) {
    assert.match(await failure(() => fetch(`http://shop.test/${path}`)), /^FetchError: .* which is not public/, path);
  }
  assert.ok(
    sent.every((one) => one.endsWith("at 93.184.215.14")),
    sent.join(),
  );
  assert.is((await fetch("http://shop.test/out")).status, 200);
  assert.is(sent.at(-1), "https://shop.test/end at 93.184.215.14");
});

guard(
  "is not led inward by a name that changes its address, between look and connection or from hop to hop",
  async () => {
    const answers = [["93.184.215.14"], ["10.0.0.1"]];
    const { sent, send } = sender({ "/": "/again" });
    const fetch = guardedFetchBy({ allow: ["*"] }, async () => answers.shift() ?? ["10.0.0.1"], send);
    assert.match(await failure(() => fetch("http://rebind.test/")), "has the address 10.0.0.1, which is not public");
    assert.equal(sent, ["http://rebind.test/ at 93.184.215.14"]);
  },
);

guard("is told at once of a host that changes the protocol", async () => {
  const raw = createRawServer((socket) => {
    socket.on("error", () => {});
    socket.once("data", () =>
      socket.write("HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n"),
    );
  });
  await new Promise<void>((resolve) => raw.listen(0, "127.0.0.1", resolve));
  const { port } = raw.address() as AddressInfo;
  const fetch = guardedFetch({ allow: ["*"], allowPrivate: true });
  assert.match(
    await failure(() => fetch(`http://127.0.0.1:${port}/`)),
    "FetchError: the host 127.0.0.1 wants to change the protocol",
  );
  raw.close();
});

guard("reaches addresses of both versions that IANA has given out", async () => {
  const { sent, send } = sender({});
  const fetch = guardedFetchBy({ allow: ["*"] }, async () => [], send);
  for (const host of ["8.8.8.8", "[2606:4700::1]"]) await fetch(`http://${host}/`);
  assert.is(sent.length, 2);
});

guard("caps the size and the time of an answer", () =>
  withServer(
    (request, response) => {
      if (request.url === "/slow") return;
      response.write("x".repeat(600));
      response.end("x".repeat(600));
    },
    async (port, by) => {
      assert.match(
        await failure(() => by({ maxBytes: 1000 })(`http://one.test:${port}/`)),
        "FetchError: the answer has more than 1000 bytes",
      );
      assert.is((await (await by({ maxBytes: 1200 })(`http://one.test:${port}/`)).text()).length, 1200);
      assert.match(await failure(() => by({ timeoutMs: 30 })(`http://one.test:${port}/slow`)), /^AbortError: /);
      assert.match(await failure(() => by()("http://one.test:1/")), /^FetchError: request to .* ECONNREFUSED/);
    },
  ),
);

guard.run();
