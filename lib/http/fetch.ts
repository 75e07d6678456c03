import { toWebStream } from "../base/web-stream.ts";
import type { Dispatch } from "./dispatch.ts";
import type { HttpReply, HttpRequest } from "./http.ts";
import { isPlainTarget } from "./target-fault.ts";

/** Like the global `fetch`, but answered in process. */
export type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

/** The base for inputs without a host. */
const BASE = "http://hoglet.local";

/**
 * Turns a dispatcher into a `fetch`; the origin of the URL does not matter. HEAD is answered like GET, without the
 * body.
 */
export function toFetch(dispatch: Dispatch): Fetch {
  return async (input, init) => {
    const request = new Request(typeof input === "string" ? new URL(input, BASE) : input, init);
    const { signal } = request;
    signal.throwIfAborted();
    const url = typeof input === "string" ? toUrl(input, request) : request.url;
    const reply = await dispatch({ ...(await toHttpRequest(request)), url });
    if (signal.aborted) drop(reply);
    signal.throwIfAborted();
    return request.method === "HEAD" ? toHeadResponse(reply) : toResponse(reply);
  };
}

/** The URL, or the text unchanged when `new URL` resolved dot segments or separators in it: dispatch refuses those. */
function toUrl(input: string, { url }: Request): string {
  const sent = input.replaceAll(/[\t\n\r]/g, "").trim();
  const target = /^[a-z][\w+.-]*:/i.test(sent) || sent.startsWith("/") ? sent : `/${sent}`;
  return isPlainTarget(target) ? url : target;
}

async function toHttpRequest(request: Request): Promise<HttpRequest> {
  const body = request.body === null ? new Uint8Array(0) : new Uint8Array(await request.arrayBuffer());
  return {
    method: request.method === "HEAD" ? "GET" : request.method,
    url: request.url,
    headers: Object.fromEntries(request.headers),
    body,
    ip: null,
    signal: request.signal,
  };
}

function toResponse({ status, headers, body }: HttpReply): Response {
  return new Response((isStream(body) ? toWebStream(body) : body) as BodyInit | null, { status, headers });
}

function toHeadResponse(reply: HttpReply): Response {
  drop(reply);
  return new Response(null, { status: reply.status, headers: reply.headers });
}

/** Cancels a body that is not read, so that a stream of events does not stay subscribed. */
function drop({ body }: HttpReply): void {
  if (isStream(body)) void body[Symbol.asyncIterator]().return?.();
}

function isStream(body: HttpReply["body"]): body is AsyncIterable<string> {
  return body !== null && typeof body === "object" && Symbol.asyncIterator in body;
}
