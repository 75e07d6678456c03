import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { createServer } from "node:http";
import type { RequestListener, Server } from "node:http";
import { createServer as createSecureServer } from "node:https";
import { createServer as createProbe } from "node:net";
import type { AddressInfo, Server as NetServer } from "node:net";
import { isSafePort } from "get-port-please";
import { listen } from "listhen";
import type { ListenOptions } from "listhen";
import { isWildcard } from "./local-network.ts";

// listhen (typed, maintained by unjs, home of h3) makes the server and its self-signed certificate. Left to itself it tries a
// port and then listens on it, where a process that lost the port in between crashes; it replaces a taken or unsafe port and
// a host that it does not know by others; it reads HOST, PORT, NODE_ENV and the words of the command line; it prints to stdout.
// Therefore every option is given here; the port is looked at first; a race that is lost is caught; the address is compared
// afterwards. Its `showURL` prints to stdout and its `open` runs a script out of the shared folder for temporary files, so
// hoglet has its own.
//
// Two cases it cannot serve, and node:http and node:https do: a port that browsers block, such as 6000, and a host that its
// pattern does not know, such as fe80::1%eth0. It takes 3000 or every address instead.

/** A certificate and its private key, both PEM. */
export interface Certificate {
  cert: string;
  key: string;
}

/** Where to listen, and how. */
export interface Wanted {
  /** 0 = any free one */
  port: number;
  host: string;
  /** For HTTPS; `domains` = names and addresses that a self-signed certificate is made for; null = plain HTTP. */
  https: Certificate | { domains: readonly string[] } | null;
}

/** A server that listens. */
export interface Bound {
  server: Server;
  /** PEM; null = plain HTTP. */
  cert: string | null;
}

/**
 * Binds the port and the host asked for, and no others.
 * @throws Error whose message says why it cannot; when the port is taken it names the next free one
 */
export async function bind(handler: RequestListener, wanted: Wanted): Promise<Bound> {
  for (;;) {
    const found = await look(wanted);
    const asked = { ...wanted, port: found.port };
    try {
      return await compare(found, isKnownToListhen(asked) ? byListhen(handler, asked) : byNode(handler, asked));
    } catch (error) {
      // Nobody asked for the port that was free a moment ago.
      if (isTaken(error) && wanted.port === 0) continue;
      throw await toSentence(error, wanted);
    }
  }
}

/** The address that a server would get now. */
async function look(wanted: Wanted): Promise<AddressInfo> {
  const probe = createProbe();
  try {
    await start(probe, wanted);
  } catch (error) {
    throw await toSentence(error, wanted);
  }
  const address = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return address;
}

async function compare(found: AddressInfo, binding: Promise<Bound>): Promise<Bound> {
  const bound = await binding;
  const { address, port } = bound.server.address() as AddressInfo;
  if (address === found.address && port === found.port) return bound;
  bound.server.close();
  throw new Error(`bound ${address} port ${port} instead of ${found.address} port ${found.port}`);
}

/** listhen's own pattern: it takes any other host for every address, or for localhost. */
const HOST = /^(?!-)[\d.:A-Za-z-]{1,63}(?<!-)$/;

function isKnownToListhen({ port, host }: Wanted): boolean {
  return isSafePort(port) && HOST.test(host);
}

/** How long a self-signed certificate lasts, in days. Each start makes a new one; Apple's systems refuse more than 397. */
const VALIDITY_DAYS = 365;

async function byListhen(handler: RequestListener, { port, host, https }: Wanted): Promise<Bound> {
  const made = https !== null && "domains" in https;
  const options: Partial<ListenOptions> = {
    port,
    hostname: host,
    // Otherwise it turns 0.0.0.0 into localhost.
    public: isWildcard(host),
    https: made ? { domains: [...https.domains], validityDays: VALIDITY_DAYS } : (https ?? false),
    // Production: this port or none. Test: not a word on stdout.
    isProd: true,
    isTest: true,
    showURL: false,
    open: false,
    clipboard: false,
    tunnel: false,
    ws: false,
    // Closing waits for requests, which its handlers of signals do not.
    autoClose: false,
  };
  const { server, https: used } = await unlessLost(() => listen(handler, options));
  return { server, cert: used === false ? null : used.cert };
}

/**
 * What listhen does, refused when a server that it starts cannot bind: listhen itself does not hear of that, and the error of
 * a server to which nobody listens ends the process. Node tells of each server here before it binds.
 */
async function unlessLost<T>(work: () => Promise<T>): Promise<T> {
  const channel = "tracing:net.server.listen:asyncStart";
  const servers: NetServer[] = [];
  let lose!: (error: Error) => void;
  const lost = new Promise<never>((_, reject) => (lose = reject));
  const hear = (message: unknown) => {
    const { server } = message as { server: NetServer };
    servers.push(server.once("error", lose));
  };
  subscribe(channel, hear);
  try {
    return await Promise.race([work(), lost]);
  } finally {
    unsubscribe(channel, hear);
    for (const server of servers) server.off("error", lose);
  }
}

async function byNode(handler: RequestListener, { port, host, https }: Wanted): Promise<Bound> {
  const certificate = https !== null && "domains" in https ? await makeCertificate(https.domains) : https;
  const server = certificate === null ? createServer(handler) : createSecureServer(certificate, handler);
  await start(server, { port, host });
  return { server, cert: certificate?.cert ?? null };
}

/** listhen makes certificates only for a server: here for one on loopback that is gone at once. */
async function makeCertificate(domains: readonly string[]): Promise<Certificate> {
  const { port } = await look({ port: 0, host: "127.0.0.1", https: null });
  const https = { domains: [...domains], validityDays: VALIDITY_DAYS };
  const options = { port, hostname: "127.0.0.1", public: false, https, isProd: true, isTest: true, autoClose: false };
  const listener = await unlessLost(() => listen(() => {}, options));
  await listener.close();
  return listener.https as Certificate;
}

function start(server: NetServer, { port, host }: Pick<Wanted, "port" | "host">): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen({ port, host }, () => {
      server.off("error", reject);
      resolve();
    });
  });
}

function isTaken(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === "EADDRINUSE";
}

async function toSentence(error: unknown, { port, host }: Wanted): Promise<Error> {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === "EADDRINUSE") return new Error(await takenSentence(port, host));
  if (code === "EACCES") return new Error(`No permission to listen on port ${port}.`);
  return new Error(`Cannot listen on ${host}: ${message}.`);
}

const LAST_PORT = 65_535;

async function takenSentence(port: number, host: string): Promise<string> {
  for (let next = port + 1; next <= LAST_PORT; next++) {
    const probe = createProbe();
    const isFree = await start(probe, { port: next, host }).then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    await new Promise((resolve) => probe.close(resolve));
    return `Port ${port} is taken; ${next} is free: --port ${next}.`;
  }
  return `Port ${port} is taken, and so are all above it: --port 0 takes any free one.`;
}
