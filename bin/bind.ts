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

// listhen (typed, maintained by unjs, the authors of h3) creates the server. By default it tests a port and then
// listens on it, and a process that lost the port in between crashes; it replaces a taken or unsafe port, and a host
// that it does not know; it reads HOST, PORT, NODE_ENV and the arguments of the command line; it prints to stdout.
// Therefore every option is set here; the port is tested first; a lost race is caught; the address is compared
// afterwards. Its `showURL` prints to stdout, its `open` runs a script from the shared temporary folder, and its
// self-signed certificates need node-forge (`self-signed.ts`), so hoglet has its own versions of the three.
//
// node:http and node:https serve two cases that it cannot: a port that browsers block, such as 6000, and a host that
// its pattern does not know, such as fe80::1%eth0. listhen would use port 3000, or every address.

/** A certificate and its private key, both PEM. */
export interface Certificate {
  cert: string;
  key: string;
}

/** The address to listen on, and the options. */
export interface BindOptions {
  /** 0 = any free port */
  port: number;
  host: string;
  /** The certificate for HTTPS; null = plain HTTP. */
  https: Certificate | null;
}

/**
 * Binds exactly the given port and host.
 * @throws Error with the reason; when the port is taken, it names the next free port
 */
export async function bind(handler: RequestListener, wanted: BindOptions): Promise<Server> {
  for (;;) {
    const found = await look(wanted);
    const asked = { ...wanted, port: found.port };
    try {
      return await compare(found, isKnownToListhen(asked) ? byListhen(handler, asked) : byNode(handler, asked));
    } catch (error) {
      // With port 0, no caller needs the port that was free a moment ago.
      if (isTaken(error) && wanted.port === 0) continue;
      throw await toSentence(error, wanted);
    }
  }
}

/** The address that a server would get now. */
async function look(wanted: BindOptions): Promise<AddressInfo> {
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

async function compare(found: AddressInfo, binding: Promise<Server>): Promise<Server> {
  const server = await binding;
  const { address, port } = server.address() as AddressInfo;
  if (address === found.address && port === found.port) return server;
  server.close();
  throw new Error(`bound ${address} port ${port} instead of ${found.address} port ${found.port}`);
}

/** listhen's own pattern: it treats any other host as every address, or as localhost. */
const HOST = /^(?!-)[\d.:A-Za-z-]{1,63}(?<!-)$/;

function isKnownToListhen({ port, host }: BindOptions): boolean {
  return isSafePort(port) && HOST.test(host);
}

async function byListhen(handler: RequestListener, { port, host, https }: BindOptions): Promise<Server> {
  const options: Partial<ListenOptions> = {
    port,
    hostname: host,
    // Otherwise listhen replaces 0.0.0.0 by localhost.
    public: isWildcard(host),
    https: https ?? false,
    // Production: this port or none. Test: no output on stdout.
    isProd: true,
    isTest: true,
    showURL: false,
    open: false,
    clipboard: false,
    tunnel: false,
    ws: false,
    // Closing waits for running requests; listhen's signal handlers do not.
    autoClose: false,
  };
  return (await unlessLost(() => listen(handler, options))).server;
}

/**
 * Runs listhen, and rejects when its server cannot bind: listhen does not notice that, and a server's error without a
 * listener ends the process. Node reports each server here before it binds.
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

async function byNode(handler: RequestListener, { port, host, https }: BindOptions): Promise<Server> {
  const server = https === null ? createServer(handler) : createSecureServer(https, handler);
  await start(server, { port, host });
  return server;
}

function start(server: NetServer, { port, host }: Pick<BindOptions, "port" | "host">): Promise<void> {
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

async function toSentence(error: unknown, { port, host }: BindOptions): Promise<Error> {
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
