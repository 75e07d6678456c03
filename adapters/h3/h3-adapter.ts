import { H3, HTTPResponse } from "h3";
import type { H3Event } from "h3";
import { isPlainTarget, withCorsByPath } from "../../lib/index.ts";
import type { Hoglet, HttpReply, HttpRequest } from "../../lib/index.ts";
import { holdBytes } from "./held-bytes.ts";
import { readBody, WIRE_LIMIT_BYTES } from "./read-body.ts";
import { toResponse } from "./to-response.ts";

/** The part that every app has which answers web-standard requests. */
export interface HttpApp {
  fetch(request: Request): Response | Promise<Response>;
}

/**
 * An h3 v2 app that answers every path by `hoglet.handle`. Does not own the hoglet: close that after the server.
 *
 * It is typed as what it is handed to, since the types of h3 itself do not compile without packages of which it uses no more than
 * types. Elsewhere say `h3Adapter<H3>(hoglet)`, with the `H3` of your h3.
 * @example
 * createServer(toNodeHandler(h3Adapter(hoglet))).listen(8010, "127.0.0.1");
 */
export function h3Adapter<App extends HttpApp = HttpApp>(hoglet: Pick<Hoglet, "handle">): App {
  // A path that cannot be decoded is the library's to refuse, in its own words.
  const app = new H3({ allowMalformedURL: true });
  // A middleware, since only these see the path without its base when the app is mounted in another one.
  app.use((event) => answer(hoglet, event));
  const { fetch } = app;
  // h3 throws before its own error handling when a Host header such as x:99999 meets a path that it has to normalise, and
  // a throw inside Node's "request" event ends the process: anybody could do that.
  app.fetch = (request) => {
    try {
      return fetch(request);
    } catch {
      return new Response(UNREADABLE, { status: 400, headers: NOSNIFF });
    }
  };
  return app satisfies HttpApp as unknown as App;
}

async function answer(hoglet: Pick<Hoglet, "handle">, event: H3Event): Promise<HTTPResponse> {
  const { method } = event.req;
  // Read before anything is awaited: a parent app puts the base back afterwards.
  const url = toUrl(event);
  if (url === null) return new HTTPResponse(UNREADABLE, { status: 400, headers: NOSNIFF });
  const sent = toSent(event);
  const headers = toHeaders(event);
  const held = holdBytes();
  try {
    const body = await readBody(event, held);
    if (body === "gone") return new HTTPResponse(null, { status: 400 });
    if (body === "too-large") return tooLarge({ url, headers });
    if (body === "busy") return textReply({ url, headers }, 503, BUSY, { "retry-after": "1" });
    const reply = await hoglet.handle({
      method: method === "HEAD" ? "GET" : method,
      url: sent,
      headers,
      body,
      ip: toIp(event.req.ip),
      // Made when they are asked for: captures, which nobody cancels and which have no links, do without.
      get signal() {
        return event.req.signal;
      },
      get base() {
        return toBase(event, url);
      },
    });
    return toResponse(withPlace(reply, event, url), method);
  } catch {
    // `handle` makes replies of all that goes wrong inside; it rejects only once the hoglet is closed.
    return textReply({ url, headers }, 503, "The server cannot answer now.", { "retry-after": "1" });
  } finally {
    held.release();
  }
}

/** The URL without the base; null = it cannot be read, since the host of an absolute target is none. */
function toUrl(event: H3Event): string | null {
  const asked = askedOf(event.runtime) ?? "/";
  // h3 puts "/" in the place of an absolute target that it cannot read.
  if (!asked.startsWith("/") && !URL.canParse(asked, ANYWHERE)) return null;
  try {
    return event.url.href;
  } catch {
    return null;
  }
}

/**
 * The URL without the base. h3 has resolved dot segments and encoded separators in it; a target that was sent with such goes
 * on as it was sent, and the library refuses it.
 */
function toSent({ url, runtime }: H3Event): string {
  const asked = askedOf(runtime);
  return asked === undefined || isPlainTarget(asked) ? url.href : asked;
}

/** The request target as it came to Node. Express takes the base away from `url` and keeps what was asked for. */
function askedOf(runtime: H3Event["runtime"]): string | undefined {
  const asked = runtime?.node?.req as { originalUrl?: string; url?: string } | undefined;
  return asked?.originalUrl ?? asked?.url;
}

/**
 * A relative `location` counts from where the app is mounted, and not from the path asked for, which may lack its slash.
 * @param url the request's, without the base
 */
function withPlace(reply: HttpReply, event: H3Event, url: string): HttpReply {
  const { location } = reply.headers;
  if (location === undefined || /^(?:\w+:)?\//.test(location)) return reply;
  return { ...reply, headers: { ...reply.headers, location: `${toBase(event, url)}/${location}` } };
}

/** Where in a parent app this one is mounted, such as "/analytics"; empty = at the root. */
function toBase({ req, runtime }: H3Event, url: string): string {
  const inside = new URL(url).pathname;
  const asked = askedOf(runtime) ?? req.url;
  // Two slashes begin a host, which may be none.
  if (!URL.canParse(asked, ANYWHERE)) return "";
  const { pathname } = new URL(asked, ANYWHERE);
  const base = pathname.endsWith(inside) ? pathname.slice(0, -inside.length) : inside === "/" ? pathname : "";
  // Two slashes would lead to another host.
  return base.startsWith("//") ? "" : base;
}

function toHeaders({ req, runtime }: H3Event): HttpRequest["headers"] {
  // Node's parser gives lower-case names and texts already; set-cookie, which only replies have, would be a list.
  if (runtime?.node) return runtime.node.req.headers as HttpRequest["headers"];
  return Object.fromEntries(req.headers);
}

/** An IPv4 client of a socket that listens on both families has an address such as ::ffff:10.0.0.1. */
function toIp(address: string | undefined): string | null {
  if (!address) return null;
  return address.startsWith("::ffff:") ? address.slice("::ffff:".length) : address;
}

function tooLarge(request: Pick<HttpRequest, "url" | "headers">): HTTPResponse {
  return textReply(request, 413, `The body is larger than ${WIRE_LIMIT_BYTES} bytes.`);
}

/** For targets that name no host. */
const ANYWHERE = "http://hoglet.local";
const BUSY = "Too many large bodies at once, please retry.";
const UNREADABLE = "The URL of the request cannot be read.";
const NOSNIFF = { "x-content-type-options": "nosniff" };

/** Where SDKs call from pages of any site it may be read there: without its status posthog-js would try again for ever. */
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
