import { createServer } from "node:http";
import type { RequestListener, Server, ServerResponse } from "node:http";
import { createServer as createProbe } from "node:net";
import type { AddressInfo, Socket } from "node:net";
import { isLoopbackHost } from "../lib/index.ts";

// node:http and not listhen: that binds its port once to try it and again to use it, where a loser of the race crashes
// the process; it turns 0.0.0.0 into localhost and a port such as 6000 into another without failing, reads HOST and PORT,
// and prints its own banner to stdout.

/** A bound port. */
export interface Listener {
  /** Where this machine can reach it. */
  readonly url: string;
  /** Whether only this machine gets there: what it is bound to, whatever that was called. */
  readonly isLoopback: boolean;
  /** From now on requests go to `handler`; until then they get 503. */
  answer(handler: RequestListener): void;
  /** Stops accepting, lets running requests finish for a while, closes; may be called twice. */
  close(): Promise<void>;
}

/** How long running requests may take once the server closes, so that it ends within 5 s with what plugins get after that. */
const GRACE_MS = 2000;
/** How often connections that have become idle are looked for while closing. */
const IDLE_CHECK_MS = 20;

/**
 * Binds a port before anything else happens, so that a taken one leaves nothing behind.
 * @param port 0 = any free one
 * @throws Error whose message names the port and, when it is taken, the next free one
 */
export async function listen({ port, host }: { port: number; host: string }): Promise<Listener> {
  let handler: RequestListener = refuse;
  const unused = new Set<Socket>();
  const server = createServer((request, response) => {
    unused.delete(request.socket);
    handler(request, response);
  });
  server.on("connection", (socket) => unused.add(socket.once("close", () => unused.delete(socket))));
  await bind(server, port, host);
  const { address, port: bound } = server.address() as AddressInfo;
  let closing: Promise<void> | undefined;
  return {
    url: toUrl(host, bound),
    isLoopback: isLoopbackHost(address.includes(":") ? `[${address}]` : address),
    answer(next) {
      handler = next;
    },
    close() {
      const last = handler;
      // A client that keeps its connection busy would otherwise never be rid of.
      handler = (request, response) => last(request, response.setHeader("connection", "close"));
      return (closing ??= close(server, unused));
    },
  };
}

function refuse(_request: unknown, response: ServerResponse): void {
  response.writeHead(503, { "content-type": "text/plain; charset=utf-8", "retry-after": "1" }).end("Starting.");
}

async function bind(server: Server, port: number, host: string): Promise<void> {
  const error = await tryBind(server, port, host);
  if (error === null) return;
  if (error.code === "EADDRINUSE") throw new Error(await takenSentence(port, host));
  if (error.code === "EACCES") throw new Error(`No permission to listen on port ${port}.`);
  throw new Error(`Cannot listen on ${host}: ${error.message}.`);
}

function tryBind(server: Pick<Server, "once" | "off" | "listen">, port: number, host: string) {
  return new Promise<NodeJS.ErrnoException | null>((resolve) => {
    server.once("error", resolve);
    server.listen({ port, host }, () => {
      server.off("error", resolve);
      resolve(null);
    });
  });
}

const LAST_PORT = 65_535;

async function takenSentence(port: number, host: string): Promise<string> {
  for (let next = port + 1; next <= LAST_PORT; next++) {
    const probe = createProbe();
    const error = await tryBind(probe as unknown as Server, next, host);
    if (error !== null) continue;
    await new Promise((resolve) => probe.close(resolve));
    return `Port ${port} is taken; ${next} is free: --port ${next}.`;
  }
  return `Port ${port} is taken, and so are all above it: --port 0 takes any free one.`;
}

/** @param unused connections without a request so far, such as browsers open in advance; Node counts them as busy */
async function close(server: Server, unused: ReadonlySet<Socket>): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  const idleCheck = setInterval(() => {
    server.closeIdleConnections();
    for (const socket of unused) socket.destroy();
  }, IDLE_CHECK_MS);
  const deadline = setTimeout(() => server.closeAllConnections(), GRACE_MS);
  await closed;
  clearInterval(idleCheck);
  clearTimeout(deadline);
}

const WILDCARDS: Record<string, string> = { "0.0.0.0": "127.0.0.1", "::": "::1" };

function toUrl(host: string, port: number): string {
  const reachable = WILDCARDS[host] ?? host;
  return `http://${reachable.includes(":") ? `[${reachable}]` : reachable}:${port}`;
}
