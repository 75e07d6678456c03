import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { HttpReply, HttpRequest } from "../../lib/index.ts";
import type { Outcome } from "./wire.ts";

/** A server on the loopback. */
export interface Loopback {
  /** Without a slash at its end. */
  readonly url: string;
  /** Ends all connections at once: nobody waits for a test's server. */
  close(): Promise<void>;
}

// node:http and not the h3 adapter: a test may ask for a connection that breaks, which no HTTP framework offers.

/** @param port 0 = any free one */
export async function openLoopback(answer: (request: HttpRequest) => Promise<Outcome>, port = 0): Promise<Loopback> {
  const server = createServer((incoming, response) => {
    respond(answer, incoming, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen({ port, host: "127.0.0.1" }, resolve);
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
  answer: (request: HttpRequest) => Promise<Outcome>,
  incoming: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const gone = new AbortController();
  response.once("close", () => gone.abort());
  const { reply, breaks } = await answer(await toRequest(incoming, gone.signal));
  if (breaks === "before") incoming.socket.destroy();
  else if (breaks === "middle") sendHalf(reply, response);
  else await send(reply, incoming.method === "HEAD", response);
}

async function toRequest(incoming: IncomingMessage, signal: AbortSignal): Promise<HttpRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  return {
    method: incoming.method === "HEAD" ? "GET" : (incoming.method ?? "GET"),
    url: `http://${incoming.headers.host ?? "127.0.0.1"}${incoming.url ?? "/"}`,
    // set-cookie, the one header that Node gives as a list, belongs to replies.
    headers: incoming.headers as HttpRequest["headers"],
    body: Buffer.concat(chunks),
    ip: incoming.socket.remoteAddress ?? null,
    signal,
  };
}

async function send({ status, headers, body }: HttpReply, isHead: boolean, response: ServerResponse): Promise<void> {
  response.writeHead(status, headers);
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
