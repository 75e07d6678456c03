import type { IncomingMessage } from "node:http";
import { H3, HTTPResponse } from "h3";
import type { H3Event } from "h3";
import { requireHoglet, requireOptions, unknownOption } from "../../lib/base/call-faults.ts";
import { webClasses } from "../../lib/base/platform.ts";
import { isPlainTarget, isUpload, withCorsByPath } from "../../lib/index.ts";
import type { Hoglet, HttpReply, HttpRequest } from "../../lib/index.ts";
import { streamBody } from "./body-stream.ts";
import { compressed } from "./compressed.ts";
import { readForwarded } from "./forwarded.ts";
import { holdBytes } from "./held-bytes.ts";
import { namesOneHost } from "./one-host.ts";
import { readBody, WIRE_LIMIT_BYTES } from "./read-body.ts";
import { toResponse } from "./to-response.ts";

/** The part that every app for web-standard requests has. */
export interface HttpApp {
  fetch(request: Request): Response | Promise<Response>;
}

export interface H3AdapterOptions {
  /**
   * All requests come through a proxy: the client's address (`$ip`) is the last of `X-Forwarded-For`, and links and cookies are
   * for https where `X-Forwarded-Proto` says so. Without a proxy any client could set both. @default false: neither header counts
   */
  behindProxy?: boolean;
}

/**
 * An h3 v2 app that answers every path by `hoglet.handle`. It does not own the hoglet: close that after the server.
 *
 * Its type is that of its receiver, since the types of h3 itself do not compile without packages that h3 uses only for
 * types. Otherwise write `h3Adapter<H3>(hoglet)`, with the `H3` of your h3.
 * @example
 * createServer(toNodeHandler(h3Adapter(hoglet))).listen(8010, "127.0.0.1");
 * @throws HogletError `misconfigured` for anything but a hoglet, such as a promise of one, and for unknown options
 */
export function h3Adapter<App extends HttpApp = HttpApp>(
  hoglet: Pick<Hoglet, "handle">,
  options: H3AdapterOptions = {},
): App {
  requireHoglet("h3Adapter", hoglet, "handle");
  requireOptions("h3Adapter", options, "{ behindProxy: true }");
  const { behindProxy: isProxied = false, ...others } = options;
  for (const name of Object.keys(others)) throw unknownOption("h3Adapter", name, ["behindProxy"]);
  // The library refuses a path that cannot be decoded, with its own error.
  const app = new H3({ allowMalformedURL: true });
  // A middleware, because only these see the path without its base when the app is mounted in another app.
  app.use((event) => answer(hoglet, event, isProxied));
  const { fetch } = app;
  // h3 throws before its own error handling when a Host header such as x:99999 meets a path that it must normalise. An
  // error inside Node's "request" event ends the process, so any client could end it.
  app.fetch = (request) => {
    try {
      return fetch(request);
    } catch {
      const { Response } = webClasses();
      return new Response(UNREADABLE, { status: 400, headers: NOSNIFF });
    }
  };
  return app satisfies HttpApp as unknown as App;
}

async function answer(hoglet: Pick<Hoglet, "handle">, event: H3Event, isProxied: boolean): Promise<HTTPResponse> {
  const { method } = event.req;
  // Read before any await: a parent app restores the base afterwards.
  const url = toUrl(event);
  if (url === null) return new HTTPResponse(UNREADABLE, { status: 400, headers: NOSNIFF });
  const { node } = event.runtime ?? {};
  if (node !== undefined && !namesOneHost(node.req as IncomingMessage, askedOf(event.runtime) ?? "/")) {
    return new HTTPResponse(TWO_HOSTS, { status: 400, headers: NOSNIFF });
  }
  const sent = toSent(event);
  const headers = toHeaders(event);
  const forwarded = isProxied ? readForwarded(headers) : null;
  const held = holdBytes();
  const stream = isUpload({ method, url: sent, headers }) ? streamBody(event) : null;
  try {
    const body = stream === null ? await readBody(event, held) : NO_BYTES;
    if (body === "gone") return new HTTPResponse(null, { status: 400 });
    if (body === "too-large") return tooLarge({ url, headers });
    if (body === "busy") return textReply({ url, headers }, 503, BUSY, { "retry-after": "1" });
    const reply = await hoglet.handle({
      method: method === "HEAD" ? "GET" : method,
      url: forwarded?.isEncrypted ? sent.replace(/^http:/, "https:") : sent,
      headers,
      body,
      ...(stream !== null && { stream: stream.bytes }),
      ip: toIp(forwarded?.ip ?? event.req.ip),
      // Created on demand: captures, which are never cancelled and have no links, need neither.
      get signal() {
        return event.req.signal;
      },
      get base() {
        return toBase(event, url);
      },
    });
    return toResponse(await compressed(withPlace(reply, event, url), headers["accept-encoding"]), method);
  } catch {
    // `handle` turns all errors inside into replies; it rejects only after the hoglet was closed.
    return textReply({ url, headers }, 503, "The server cannot answer now.", { "retry-after": "1" });
  } finally {
    held.release();
    stream?.end();
  }
}

const NO_BYTES = new Uint8Array(0);

/** The URL without the base; null = an absolute target whose host is invalid. */
function toUrl(event: H3Event): string | null {
  const asked = askedOf(event.runtime) ?? "/";
  // h3 replaces an absolute target that it cannot parse by "/".
  if (!asked.startsWith("/") && !URL.canParse(asked, ANYWHERE)) return null;
  try {
    return event.url.href;
  } catch {
    return null;
  }
}

/**
 * The URL without the base. h3 has resolved its dot segments and encoded separators; a target that was sent with those
 * is passed on as sent, and the library refuses it.
 */
function toSent({ url, runtime }: H3Event): string {
  const asked = askedOf(runtime);
  return asked === undefined || isPlainTarget(asked) ? url.href : asked;
}

/** The request target as Node received it. Express removes the base from `url` and keeps the original. */
function askedOf(runtime: H3Event["runtime"]): string | undefined {
  const asked = runtime?.node?.req as { originalUrl?: string; url?: string } | undefined;
  return asked?.originalUrl ?? asked?.url;
}

/**
 * Resolves a relative `location` against the mount path, not against the requested path, which may lack its slash.
 * @param url the request's, without the base
 */
function withPlace(reply: HttpReply, event: H3Event, url: string): HttpReply {
  const { location } = reply.headers;
  if (location === undefined || /^(?:\w+:)?\//.test(location)) return reply;
  return { ...reply, headers: { ...reply.headers, location: `${toBase(event, url)}/${location}` } };
}

/** The path under which a parent app mounts this app, such as "/analytics"; empty = the root. */
function toBase({ req, runtime }: H3Event, url: string): string {
  const inside = new URL(url).pathname;
  const asked = askedOf(runtime) ?? req.url;
  // Two slashes begin a host, which may be invalid.
  if (!URL.canParse(asked, ANYWHERE)) return "";
  const { pathname } = new URL(asked, ANYWHERE);
  const base = pathname.endsWith(inside) ? pathname.slice(0, -inside.length) : inside === "/" ? pathname : "";
  // Two slashes would lead to another host.
  return base.startsWith("//") ? "" : base;
}

function toHeaders({ req, runtime }: H3Event): HttpRequest["headers"] {
  // Node's parser returns lower-case names and texts already; only set-cookie, which occurs in replies alone, would be
  // a list.
  if (runtime?.node) return runtime.node.req.headers as HttpRequest["headers"];
  return Object.fromEntries(req.headers);
}

/** An IPv4 client of a socket for both families has an address such as ::ffff:10.0.0.1. */
function toIp(address: string | undefined): string | null {
  if (!address) return null;
  return address.startsWith("::ffff:") ? address.slice("::ffff:".length) : address;
}

function tooLarge(request: Pick<HttpRequest, "url" | "headers">): HTTPResponse {
  return textReply(request, 413, `The body is larger than ${WIRE_LIMIT_BYTES} bytes.`);
}

/** The base for targets without a host. */
const ANYWHERE = "http://hoglet.local";
const BUSY = "Too many large bodies at once, please retry.";
const UNREADABLE = "The URL of the request cannot be read.";
const TWO_HOSTS = "The request names two hosts.";
const NOSNIFF = { "x-content-type-options": "nosniff" };

/** With CORS on paths that SDKs call from any site: without the status posthog-js would try again for ever. */
function textReply(
  request: Pick<HttpRequest, "url" | "headers">,
  status: number,
  text: string,
  headers: Record<string, string> = {},
): HTTPResponse {
  const own = { "content-type": "text/plain; charset=utf-8", ...NOSNIFF, ...headers };
  const reply = withCorsByPath(request, { status, headers: own, body: text });
  return new HTTPResponse(text, { status, headers: reply.headers });
}
