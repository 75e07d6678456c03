import type { RequestListener, Server, ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { isLoopbackHost } from "../lib/index.ts";
import { bind } from "./bind.ts";
import type { BindOptions } from "./bind.ts";
import { fingerprint } from "./certificate.ts";

/** A bound port. */
export interface Listener {
  /** The URL from this machine. */
  readonly url: string;
  /** Can only this machine reach it? The bound address decides, not its name. */
  readonly isLoopback: boolean;
  /** SHA-256 of its certificate, as browsers show it; null = plain HTTP. */
  readonly fingerprint: string | null;
  /** Sends requests to `handler` from now on; until then they get 503. */
  answer(handler: RequestListener): void;
  /** Stops accepting, waits a while for running requests, and closes; may be called twice. */
  close(): Promise<void>;
}

/**
 * Longest time for running requests, in ms, after the server starts to close: with the plugins' time after that, it
 * ends within 5 s.
 */
const GRACE_MS = 2000;
/** Interval in ms for finding idle connections while closing. */
const IDLE_CHECK_MS = 20;

/**
 * Binds a port first of all, so that a taken port leaves nothing behind.
 * @throws Error naming the port and, when it is taken, the next free port
 */
export async function listen(wanted: BindOptions): Promise<Listener> {
  let handler: RequestListener = refuse;
  const unused = new Map<string, Socket>();
  const server = await bind((request, response) => {
    if (unused.size > 0) unused.delete(peerOf(request.socket));
    handler(request, response);
  }, wanted);
  // Early enough: Node has not accepted a connection since it began to listen.
  server.on("connection", (socket) => {
    const peer = peerOf(socket);
    unused.set(
      peer,
      socket.once("close", () => unused.delete(peer)),
    );
  });
  const { address, port } = server.address() as AddressInfo;
  let closing: Promise<void> | undefined;
  return {
    url: toUrl(wanted.https === null ? "http" : "https", wanted.host, port),
    isLoopback: isLoopbackHost(address.includes(":") ? `[${address}]` : address),
    fingerprint: wanted.https === null ? null : fingerprint(wanted.https.cert),
    answer(next) {
      handler = next;
    },
    close() {
      const last = handler;
      // Otherwise a client that keeps its connection busy would never leave.
      handler = (request, response) => last(request, response.setHeader("connection", "close"));
      return (closing ??= close(server, unused));
    },
  };
}

/** The key of a connection: with HTTPS, requests have another socket than the connection. */
function peerOf({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`;
}

function refuse(_request: unknown, response: ServerResponse): void {
  const headers = { "content-type": "text/plain; charset=utf-8", "retry-after": "1" };
  // A browser that came too early asks again by itself.
  response.writeHead(503, { ...headers, refresh: "1" }).end("Starting: this page loads again by itself.");
}

/** @param unused connections without a request so far, which browsers open in advance; Node counts them as busy */
async function close(server: Server, unused: ReadonlyMap<string, Socket>): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  const idleCheck = setInterval(() => {
    server.closeIdleConnections();
    for (const socket of unused.values()) socket.destroy();
  }, IDLE_CHECK_MS);
  const deadline = setTimeout(() => server.closeAllConnections(), GRACE_MS);
  await closed;
  clearInterval(idleCheck);
  clearTimeout(deadline);
}

const WILDCARDS: Record<string, string> = { "0.0.0.0": "127.0.0.1", "::": "::1" };

/** The URL of a server on this host, from this machine. */
export function toUrl(scheme: "http" | "https", host: string, port: number): string {
  const reachable = WILDCARDS[host] ?? host;
  return `${scheme}://${reachable.includes(":") ? `[${reachable}]` : reachable}:${port}`;
}
