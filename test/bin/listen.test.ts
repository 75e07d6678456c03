import { createServer as createHttpServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import { get } from "node:https";
import { connect, createServer } from "node:net";
import type { AddressInfo, Server } from "node:net";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { once } from "node:events";
import { networkInterfaces } from "node:os";
import type { TLSSocket } from "node:tls";
import { isSafePort, isUnsafePort } from "get-port-please";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { BindOptions } from "../../bin/bind.ts";
import { listen } from "../../bin/listen.ts";
import type { Listener } from "../../bin/listen.ts";
import { makeSelfSigned } from "../../bin/self-signed.ts";
import { networkAddresses } from "../../bin/local-network.ts";
import { toQr } from "../../bin/qr.ts";

const SELF_SIGNED = makeSelfSigned(["localhost", "127.0.0.1"], Date.now());
const hasIpv6 = networkInterfaces()["lo"]?.some(({ address }) => address === "::1") === true;

const it = suite("listen");

/** Environment variables that could mislead the process. */
const ASTRAY = { HOST: "0.0.0.0", PORT: "1", NODE_ENV: "development" };
const before = Object.fromEntries(Object.keys(ASTRAY).map((name) => [name, process.env[name]]));
it.before.each(() => void Object.assign(process.env, ASTRAY));
it.after.each(() => {
  for (const [name, value] of Object.entries(before)) {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
});

it("binds the port and the host asked for, those too that listhen would replace", async () => {
  const hosts = ["127.0.0.1", "localhost", "127.0.0.2", "0.0.0.0", ...(hasIpv6 ? ["::1", "::", "::1%lo"] : [])];
  const unsafe = await freePort(isUnsafePort);
  for (const host of hosts) {
    for (const port of [unsafe, await freePort(isSafePort), 0]) {
      const { listener, bound } = await listenTo({ host, port, https: null });
      assert.is(bound.length, 1);
      const [{ address, port: got }] = bound as [AddressInfo];
      assert.is(address, host === "localhost" ? address : host.replace("%lo", ""), `${host} ${port}`);
      assert.ok(host !== "localhost" || address === "127.0.0.1" || address === "::1");
      assert.is(got, port === 0 ? got : port);
      assert.ok(got !== 0 && got !== 1 && got !== 3000);
      assert.match(listener.url, new RegExp(`^http://.*:${got}$`));
      await listener.close();
    }
  }
});

it("tells a browser that comes before the answers to come again", async () => {
  const { listener } = await listenTo({ host: "127.0.0.1", port: 0, https: null });
  const early = await fetch(listener.url);
  assert.equal([early.status, early.headers.get("refresh"), early.headers.get("retry-after")], [503, "1", "1"]);
  listener.answer((_, response) => void response.end("there"));
  assert.is(await (await fetch(listener.url)).text(), "there");
  await listener.close();
});

it("says which port is taken, before it binds any other", async () => {
  const rival = createServer().listen(0, "127.0.0.1");
  await once(rival, "listening");
  const { port } = rival.address() as AddressInfo;
  await refuses({ host: "127.0.0.1", port, https: null }, new RegExp(`^Port ${port} is taken; \\d+ is free: --port`));
  rival.close();
  await refuses({ host: "203.0.113.7", port, https: null }, /^Cannot listen on 203\.0\.113\.7: /);
  await refuses({ host: "no such host", port, https: null }, /^Cannot listen on no such host: /);
});

for (const turn of [2, 3]) {
  it(`refuses when another process takes the port between look ${turn - 1} and ${turn}`, async () => {
    const port = await freePort(isSafePort);
    const rivals = rivalAt(turn, port);
    await refuses({ host: "127.0.0.1", port, https: null }, new RegExp(`^Port ${port} is taken; \\d+ is free`));
    assert.is(rivals.stop(), 1);
  });

  it(`takes another free port when it was asked for any and loses one before look ${turn}`, async () => {
    const rivals = rivalAt(turn);
    const { listener, bound } = await listenTo({ host: "127.0.0.1", port: 0, https: null });
    assert.is(rivals.stop(), 1);
    assert.is(new URL(listener.url).port, String(bound.at(-1)?.port));
    await listener.close();
  });
}

it("prints nothing and hears no signal", async () => {
  const signals = ["SIGINT", "SIGTERM", "SIGHUP", "exit"];
  const counts = () => signals.map((signal) => process.listenerCount(signal));
  const [listeners, written] = [counts(), [] as unknown[]];
  const { stdout, stderr } = process;
  const writes = [stdout.write, stderr.write] as const;
  stdout.write = stderr.write = ((text: unknown) => written.push(text) > 0) as typeof stdout.write;
  try {
    for (const https of [null, SELF_SIGNED]) {
      const { listener } = await listenTo({ host: "127.0.0.1", port: 0, https });
      await listener.close();
    }
  } finally {
    [stdout.write, stderr.write] = writes;
  }
  assert.equal(written, []);
  assert.equal(counts(), listeners);
});

for (const isUsual of [true, false]) {
  it(`serves HTTPS with a certificate, on a port that browsers ${isUsual ? "use" : "block"}`, async () => {
    const port = isUsual ? 0 : await freePort(isUnsafePort);
    const { listener } = await listenTo({ host: "127.0.0.1", port, https: SELF_SIGNED });
    assert.match(listener.url, /^https:\/\/127\.0\.0\.1:\d+$/);
    listener.answer((request, response) => response.end(`over TLS: ${(request.socket as TLSSocket).encrypted}`));
    const { body, certificate } = await ask(listener.url);
    assert.is(body, "over TLS: true");
    assert.ok(certificate);
    assert.is(certificate.fingerprint256, listener.fingerprint);
    assert.match(certificate.subjectAltName ?? "", /DNS:localhost, IP Address:127\.0\.0\.1/);
    await listener.close();
  });
}

it("closes connections over TLS that are idle, shaken hands on or not, and lets a request finish", async () => {
  const { listener } = await listenTo({ host: "127.0.0.1", port: 0, https: SELF_SIGNED });
  const port = Number(new URL(listener.url).port);
  const asked = new Promise<ServerResponse>((resolve) => listener.answer((_, response) => resolve(response)));
  const bare = connect(port, "127.0.0.1");
  await once(bare, "connect");
  const answer = ask(listener.url);
  const response = await asked;
  const closed = listener.close();
  await once(bare.resume(), "close");
  response.end("done");
  assert.is((await answer).body, "done");
  await closed;
});

it("knows the addresses by which others reach it, the one of the way out first", async () => {
  assert.equal(await networkAddresses("192.168.1.5"), ["192.168.1.5"]);
  const here = Object.values(networkInterfaces()).flatMap((all) => all ?? []);
  const found = await networkAddresses("0.0.0.0");
  assert.ok(found.every((address) => here.some((one) => one.address === address && !one.internal)));
  assert.ok((await networkAddresses("::")).length >= found.length);
});

it("shows the first address as a QR code, and names the others", () => {
  const text = toQr("https://127.0.0.1:8010", ["192.168.1.5", "fd00::2"]);
  assert.match(
    text,
    /^For a phone in the same network: https:\/\/192\.168\.1\.5:8010, or else https:\/\/\[fd00::2\]:8010\n\n█/,
  );
  assert.is(text.split("\n").filter((line) => /^[█▀▄ ]{20,}$/.test(line)).length > 10, true);
  assert.match(toQr("http://127.0.0.1", ["192.168.1.5"]), /: http:\/\/192\.168\.1\.5:80\n/);
  assert.match(toQr("http://127.0.0.1:8010", []), /^No QR code: this machine has no address in a network\./);
});

it.run();

/** Listens, and returns every address that stayed bound. */
async function listenTo(wanted: BindOptions): Promise<{ listener: Listener; bound: AddressInfo[] }> {
  const servers: Server[] = [];
  const hear = (message: unknown) => void servers.push((message as { server: Server }).server);
  subscribe("tracing:net.server.listen:asyncStart", hear);
  const listener = await listen(wanted);
  unsubscribe("tracing:net.server.listen:asyncStart", hear);
  const addresses = servers.map((server) => (server.listening ? (server.address() as AddressInfo) : null));
  return { listener, bound: addresses.filter((address) => address !== null) };
}

async function refuses(wanted: BindOptions, says: RegExp): Promise<void> {
  const error = await listen(wanted).then(
    () => null,
    (cause: Error) => cause,
  );
  assert.match(error?.message ?? "it listens", says);
}

/** Another process: takes the port when it is bound for the `turn`-th time, just before. @param port absent = any */
function rivalAt(turn: number, port?: number): { stop(): number } {
  const rivals: Server[] = [];
  const channel = "tracing:net.server.listen:asyncStart";
  let count = 0;
  const hear = (message: unknown) => {
    const { options } = message as { options: { port?: number } };
    if (options.port === undefined || (port !== undefined && options.port !== port)) return;
    count += 1;
    if (count !== turn) return;
    unsubscribe(channel, hear);
    // Without a host it binds at once, while a server with one looks the host up first.
    rivals.push(createHttpServer().listen(options.port));
  };
  subscribe(channel, hear);
  return {
    stop() {
      unsubscribe(channel, hear);
      for (const rival of rivals) rival.close();
      return rivals.length;
    },
  };
}

/** A free port of a kind. */
async function freePort(isWanted: (port: number) => boolean): Promise<number> {
  const candidates = isWanted(6000) ? [6000, 6566, 6665, 6666, 6667, 6668, 6669, 10_080] : [0];
  for (const port of candidates) {
    const server = createServer().listen(port);
    const isFree = await once(server, "listening").then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    const found = (server.address() as AddressInfo).port;
    await new Promise((resolve) => server.close(resolve));
    return found;
  }
  throw new Error("No such port is free.");
}

/** Sends a request over TLS and accepts every certificate. */
async function ask(url: string) {
  const request = get(url, { rejectUnauthorized: false, agent: false });
  const [response] = (await once(request, "response")) as [IncomingMessage];
  const certificate = (response.socket as TLSSocket).getPeerX509Certificate();
  let body = "";
  for await (const piece of response) body += String(piece);
  return { body, certificate };
}
