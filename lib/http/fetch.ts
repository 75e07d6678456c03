import { requireFunction } from "../base/call-faults.ts";
import { webClasses } from "../base/platform.ts";
import type { WebClasses } from "../base/platform.ts";
import { toWebStream } from "./web-stream.ts";
import type { Dispatch } from "./dispatch.ts";
import type { HttpReply } from "./http.ts";
import { isPlainTarget } from "./target-fault.ts";

/** Like the global `fetch`, but answered in process. */
export type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

/** The base for inputs without a host. */
const BASE = "http://hoglet.local";

/** Methods that `fetch` writes in capitals; others stay as they are written. */
const METHODS = /^(?:delete|get|head|options|post|put)$/i;

/**
 * Turns a dispatcher into a `fetch`; the origin of the URL does not matter. HEAD is answered like GET, without the
 * body. Requests, headers and signals may be those of a polyfill or of a DOM.
 * @throws HogletError `misconfigured` for anything but a function
 */
export function toFetch(dispatch: Dispatch): Fetch {
  requireFunction("toFetch", dispatch, "a function that answers requests, such as hoglet.handle");
  return async (input, init = {}) => {
    const classes = webClasses();
    if (classes.Response === undefined) throw new Error(NO_RESPONSE);
    const from = isRequest(input) ? input : undefined;
    const method = toMethod(init.method ?? from?.method ?? "GET");
    const signal = init.signal ?? from?.signal ?? undefined;
    const headers = new classes.Headers(init.headers ?? from?.headers);
    if (isWithoutBody(method) && init.body) throw new TypeError(`A ${method} request has no body.`);
    const given = init.body ?? (from && !isWithoutBody(method) ? await read(from) : null);
    const body = await toBytes(given, headers, classes);
    throwIfAborted(signal);
    const url = isRequest(input) ? input.url : toUrl(String(input));
    const asked = {
      url,
      method: method === "HEAD" ? "GET" : method,
      headers: Object.fromEntries(headers),
      body,
      ip: null,
    };
    const reply = await dispatch(signal === undefined ? asked : { ...asked, signal });
    if (signal?.aborted) drop(reply);
    throwIfAborted(signal);
    return method === "HEAD" ? toHeadResponse(reply, classes) : toResponse(reply, classes);
  };
}

const NO_RESPONSE =
  "hoglet.fetch needs the global Response, which this environment lacks. In Jest's jsdom, take jest-fixed-jsdom, or begin the file with /** @jest-environment node */.";

function isRequest(input: string | URL | Request): input is Request {
  return typeof input === "object" && "url" in input;
}

function isWithoutBody(method: string): boolean {
  return method === "GET" || method === "HEAD";
}

function toMethod(method: string): string {
  return METHODS.test(method) ? method.toUpperCase() : method;
}

/** Requests of whatwg-fetch have no stream, and in Node give their bytes only as text. */
function read(request: Request): Promise<ArrayBuffer | string> {
  return request.body === undefined ? request.text() : request.arrayBuffer();
}

/** Signals of older DOMs have no `throwIfAborted`, and no reason. */
function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw signal.reason ?? new DOMException("This operation was aborted", "AbortError");
}

/** The bytes of a body; its type goes into `headers`, unless these have a type. */
async function toBytes(body: BodyInit | null, headers: Headers, { Response }: WebClasses): Promise<Uint8Array> {
  if (body === null) return new Uint8Array(0);
  if (ArrayBuffer.isView(body)) return new Uint8Array(body.buffer, body.byteOffset, body.byteLength);
  if (body instanceof ArrayBuffer || Object.prototype.toString.call(body) === "[object ArrayBuffer]")
    return new Uint8Array(body as ArrayBuffer);
  const packed = new Response(body);
  const type = packed.headers.get("content-type");
  if (type !== null && !headers.has("content-type")) headers.set("content-type", type);
  return typeof body === "string" ? Buffer.from(body) : new Uint8Array(await packed.arrayBuffer());
}

/** The whole URL, or the text unchanged when `new URL` resolved dot segments or separators in it: dispatch refuses those. */
function toUrl(input: string): string {
  const url = new URL(input, BASE);
  if (url.username !== "" || url.password !== "") throw new TypeError("Expected a URL without credentials.");
  const sent = input.replaceAll(/[\t\n\r]/g, "").trim();
  const target = /^[a-z][\w+.-]*:/i.test(sent) || sent.startsWith("/") ? sent : `/${sent}`;
  return isPlainTarget(target) ? url.href : target;
}

function toResponse({ status, headers, body }: HttpReply, { Response }: WebClasses): Response {
  return new Response((isStream(body) ? toWebStream(body) : body) as BodyInit | null, { status, headers });
}

function toHeadResponse(reply: HttpReply, { Response }: WebClasses): Response {
  drop(reply);
  return new Response(null, { status: reply.status, headers: reply.headers });
}

/** Cancels a body that is not read, so that a stream of events does not stay subscribed. */
function drop({ body }: HttpReply): void {
  if (isStream(body)) void body[Symbol.asyncIterator]().return?.();
}

function isStream(body: HttpReply["body"]): body is AsyncIterable<string | Uint8Array> {
  return body !== null && typeof body === "object" && Symbol.asyncIterator in body;
}
