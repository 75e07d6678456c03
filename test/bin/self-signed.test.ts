import { X509Certificate, createPrivateKey } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { connect } from "node:tls";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { makeSelfSigned } from "../../bin/self-signed.ts";

const it = suite("makeSelfSigned");

const DAY_MS = 86_400_000;
const NOW_MS = Date.parse("2026-11-22T20:00:00Z");

it("says the names, the time and the use that OpenSSL reads", () => {
  const { cert, key } = makeSelfSigned(["localhost", "bücher.local", "192.168.1.5", "::1", "fe80::1%eth0"], NOW_MS);
  const read = new X509Certificate(cert);
  assert.is(
    read.subjectAltName,
    "DNS:localhost, DNS:xn--bcher-kva.local, IP Address:192.168.1.5, IP Address:0:0:0:0:0:0:0:1, IP Address:FE80:0:0:0:0:0:0:1",
  );
  assert.is(read.subject, "CN=hoglet");
  assert.is(read.issuer, read.subject);
  assert.is(read.ca, false);
  assert.equal(read.keyUsage, ["1.3.6.1.5.5.7.3.1"]);
  assert.is(Date.parse(read.validFrom), NOW_MS - 3_600_000);
  assert.is(Date.parse(read.validTo), NOW_MS + 365 * DAY_MS);
  assert.ok(read.checkPrivateKey(createPrivateKey(key)));
  assert.ok(read.verify(read.publicKey));
});

it("is right beyond 2049, where dates are written otherwise", () => {
  for (const from of ["2048-12-31T23:59:59Z", "2049-06-01T00:00:00Z", "2050-01-01T01:00:00Z"]) {
    const { validFrom, validTo } = new X509Certificate(makeSelfSigned(["localhost"], Date.parse(from)).cert);
    assert.is(Date.parse(validFrom), Date.parse(from) - 3_600_000);
    assert.is(Date.parse(validTo), Date.parse(from) + 365 * DAY_MS);
  }
});

it("takes names of all lengths together, and numbers each certificate", () => {
  const serials = new Set<string>();
  for (const count of [1, 5, 10, 20, 100]) {
    const names = Array.from({ length: count }, (_, index) => `host-${index}.local`);
    const read = new X509Certificate(makeSelfSigned(names, NOW_MS).cert);
    assert.is(read.subjectAltName?.split(", ").length, count);
    assert.match(read.serialNumber, /^[4-7][0-9A-F]{31}$/);
    serials.add(read.serialNumber);
  }
  assert.is(serials.size, 5);
});

it("is trusted by a client that was given it, for its names alone", async () => {
  const pair = makeSelfSigned(["localhost", "127.0.0.1"], Date.now());
  const server = createServer(pair).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const shake = async (servername: string) => {
    const socket = connect({ port, host: "127.0.0.1", servername, ca: pair.cert });
    const said = await Promise.race([
      once(socket, "secureConnect").then(() => "trusted"),
      once(socket, "error").then(([error]) => (error as NodeJS.ErrnoException).code),
    ]).catch((error: NodeJS.ErrnoException) => error.code);
    socket.destroy();
    return said;
  };
  assert.is(await shake("localhost"), "trusted");
  assert.is(await shake("other.local"), "ERR_TLS_CERT_ALTNAME_INVALID");
  const stranger = connect({ port, host: "127.0.0.1", servername: "localhost" });
  const [error] = (await once(stranger, "error")) as [NodeJS.ErrnoException];
  assert.is(error.code, "DEPTH_ZERO_SELF_SIGNED_CERT");
  server.close();
});

it.run();
