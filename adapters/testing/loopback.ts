import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { HttpReply, HttpRequest } from "../../lib/index.ts";
import { isTestPath } from "./test-door.ts";
import type { RequestHead } from "./test-door.ts";
import type { Outcome } from "./wire.ts";

export interface Loopback {
  /** The address, without a slash at its end. */
  readonly url: string;
  /** Ends all connections at once. */
  close(): Promise<void>;
}

// node:http instead of the h3 adapter: no HTTP framework can break a connection, as tests ask.

export interface LoopbackHandler {
  /** Checks a request before its body is read; null = it may pass. */
  refuse(head: RequestHead): HttpReply | null;
  answer(request: HttpRequest): Promise<Outcome>;
}

/** Most bytes of a body: as in capture, also for snapshots that are loaded. */
const LARGEST_BODY_BYTES = 25 * 1024 * 1024;
/** A request to the kit itself has a few fields. */
const LARGEST_QUESTION_BYTES = 1024 * 1024;

export async function openLoopback(handler: LoopbackHandler): Promise<Loopback> {
  const server = createServer((incoming, response) => {
    respond(handler, incoming, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen({ port: 0, host: "127.0.0.1" }, resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function respond(
  { refuse, answer }: LoopbackHandler,
  incoming: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const gone = new AbortController();
  response.once("close", () => gone.abort());
  const isHead = incoming.method === "HEAD";
  const head = toHead(incoming, gone.signal);
  const refusal = refuse(head);
  if (refusal !== null) return leave(refusal, incoming, response);
  const body = await readBody(incoming, largestOf(head));
  if (body === null) return leave(tooLarge(largestOf(head)), incoming, response);
  const { reply, breaks } = await answer({ ...head, body });
  if (breaks === "before") incoming.socket.destroy();
  else if (breaks === "middle") sendHalf(reply, response);
  else await send(reply, isHead, response);
}

function toHead(incoming: IncomingMessage, signal: AbortSignal): RequestHead {
  const path = incoming.url?.startsWith("/") ? incoming.url : "/";
  return {
    method: incoming.method === "HEAD" ? "GET" : (incoming.method ?? "GET"),
    url: `http://${incoming.headers.host ?? "127.0.0.1"}${path}`,
    // set-cookie, the only header that is a list, is in replies alone.
    headers: incoming.headers as HttpRequest["headers"],
    ip: incoming.socket.remoteAddress ?? null,
    signal,
  };
}

function largestOf({ url }: RequestHead): number {
  const isSnapshot = new URL(url).pathname.startsWith("/__test/snapshot");
  return isTestPath(url) && !isSnapshot ? LARGEST_QUESTION_BYTES : LARGEST_BODY_BYTES;
}

/** Null = more than the bound. */
async function readBody(incoming: IncomingMessage, mostBytes: number): Promise<Buffer | null> {
  if (Number(incoming.headers["content-length"]) > mostBytes) return null;
  const chunks: Buffer[] = [];
  let size = 0;
  // Leaving the loop must not end the connection: the answer needs it.
  for await (const chunk of incoming.iterator({ destroyOnReturn: false })) {
    size += (chunk as Buffer).length;
    if (size > mostBytes) return null;
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks);
}

function tooLarge(mostBytes: number): HttpReply {
  return {
    status: 413,
    headers: { "content-type": "text/plain" },
    body: `The body is larger than ${mostBytes} bytes.`,
  };
}

/** The rest of the body is discarded. */
function leave(reply: HttpReply, incoming: IncomingMessage, response: ServerResponse): Promise<void> {
  incoming.resume();
  return send({ ...reply, headers: { ...reply.headers, connection: "close" } }, incoming.method === "HEAD", response);
}

async function send({ status, headers, body }: HttpReply, isHead: boolean, response: ServerResponse): Promise<void> {
  response.writeHead(status, { ...headers, "x-content-type-options": "nosniff" });
  if (isHead || body === null || typeof body === "string" || body instanceof Uint8Array) {
    response.end(isHead ? null : body);
    return;
  }
  response.once("close", () => void body[Symbol.asyncIterator]().return?.());
  for await (const piece of body) response.write(piece);
  response.end();
}

function sendHalf({ status, headers, body }: HttpReply, response: ServerResponse): void {
  const whole = typeof body === "string" ? Buffer.from(body) : Buffer.from(body instanceof Uint8Array ? body : "");
  response.writeHead(status, { ...headers, "content-length": String(Math.max(1, whole.length)) });
  response.write(whole.subarray(0, whole.length >> 1), () => response.destroy());
}
