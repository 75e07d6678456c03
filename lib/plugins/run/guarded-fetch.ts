import { lookup as dnsLookup } from "node:dns/promises";
import { request as requestPlain } from "node:http";
import type { IncomingMessage } from "node:http";
import { request as requestSecure } from "node:https";
import { isIP } from "node:net";
import { webClasses } from "../../base/platform.ts";
import type { PluginFetch } from "../options.ts";
import { AbortError } from "../abort-error.ts";
import { FetchError } from "../fetch-error.ts";

// ipaddr.js: knows the special ranges of both IP versions, and addresses of one written in the other; typed, no
// dependencies, used by Express for a decade. Imported by the first request.

/** The targets that plugins may reach. */
export interface GuardedFetchOptions {
  /**
   * Names of hosts, such as `"hooks.example.com"`; `"*.example.com"` = every host below it; `"*"` = any public host.
   */
  allow: readonly string[];
  /** Allow addresses in private networks or on this machine. @default false */
  allowPrivate?: boolean;
  /** Most bytes of a response. @default 10485760 (10 MiB) */
  maxBytes?: number;
  /** Time from the first request to the last byte, redirects included, in ms. @default 30000 */
  timeoutMs?: number;
}

/** A host's addresses. */
type Lookup = (host: string) => Promise<string[]>;

/** Sends one request to the given address, without following redirects. */
type Send = (sending: Sending) => Promise<Response>;

const MAX_BYTES = 10 * 1024 * 1024;
const TIMEOUT_MS = 30_000;
const MAX_REDIRECTS = 5;

const REDIRECTS = new Set([301, 302, 303, 307, 308]);
/** Headers that are not sent to another host after a redirect. */
const SECRET_HEADERS = ["authorization", "cookie", "proxy-authorization"];

/**
 * Creates a `fetch` for the option `pluginFetch` that reaches only allowed hosts, none of whose addresses is private,
 * loopback, link-local (such as a cloud's metadata) or otherwise special. It connects to exactly the address that it
 * checked, so that the name cannot resolve to another address in between, and it checks each redirect again.
 * @example
 * const hoglet = await createHoglet({ pluginFetch: guardedFetch({ allow: ["hooks.example.com"] }) });
 */
export function guardedFetch(options: GuardedFetchOptions): PluginFetch {
  return guardedFetchBy(options, async (host) => (await dnsLookup(host, { all: true })).map(({ address }) => address));
}

/** `guardedFetch` with other functions for looking up addresses and for sending, for tests. */
export function guardedFetchBy(options: GuardedFetchOptions, lookup: Lookup, send: Send = sendTo): PluginFetch {
  const { maxBytes = MAX_BYTES, timeoutMs = TIMEOUT_MS } = options;
  return async (url, init = {}) => {
    const signals = [AbortSignal.timeout(timeoutMs), ...(init.signal ? [init.signal] : [])];
    const signal = AbortSignal.any(signals);
    const { Request } = webClasses();
    try {
      return await follow({ ...options, maxBytes, lookup, send }, new Request(url, { ...init, signal: null }), signal);
    } catch (error) {
      if (signal.aborted) throw new AbortError(`request to ${url} took too long or was given up`, { cause: error });
      if (error instanceof FetchError) throw error;
      const reason = error instanceof Error ? error.message : String(error);
      throw new FetchError(`request to ${url} failed, reason: ${reason}`, { cause: error });
    }
  };
}

interface Rules extends GuardedFetchOptions {
  maxBytes: number;
  lookup: Lookup;
  send: Send;
}

async function follow(rules: Rules, request: Request, signal: AbortSignal): Promise<Response> {
  let { method } = request;
  let url = new URL(request.url);
  let body: Buffer | null = request.body === null ? null : Buffer.from(await request.arrayBuffer());
  const { Headers } = webClasses();
  const headers = new Headers(request.headers);
  for (let hop = 0; ; hop++) {
    const address = await check(rules, url);
    const response = await rules.send({ url, address, method, headers, body, signal, maxBytes: rules.maxBytes });
    const location = response.headers.get("location");
    if (!REDIRECTS.has(response.status) || location === null || request.redirect === "manual") return response;
    if (request.redirect === "error") throw new FetchError(`redirected, which the request does not allow: ${url.href}`);
    if (hop >= MAX_REDIRECTS) throw new FetchError(`maximum redirect reached at: ${url.href}`);
    const next = new URL(location, url);
    if (response.status === 303 || (response.status < 303 && method === "POST")) {
      method = "GET";
      body = null;
      headers.delete("content-type");
    }
    if (next.host !== url.host) for (const name of SECRET_HEADERS) headers.delete(name);
    url = next;
  }
}

/** The address to connect to. @throws FetchError when the URL leads to a forbidden target */
async function check({ allow, allowPrivate = false, lookup }: Rules, url: URL): Promise<string> {
  if (url.protocol !== "http:" && url.protocol !== "https:") throw new FetchError(`${url.protocol} is not allowed`);
  const host = url.hostname.replace(/^\[|\]$/g, "").replace(/\.$/, "");
  if (!allow.some((pattern) => matches(pattern, host))) throw new FetchError(`the host ${host} is not allowed`);
  const addresses = isIP(host) === 0 ? await lookup(host) : [host];
  const [first] = addresses;
  if (first === undefined) throw new FetchError(`the host ${host} has no address`);
  const inner = allowPrivate ? undefined : await findPrivate(addresses);
  if (inner !== undefined) throw new FetchError(`the host ${host} has the address ${inner}, which is not public`);
  return first;
}

function matches(pattern: string, host: string): boolean {
  const wanted = pattern.toLowerCase();
  if (wanted === "*") return true;
  return wanted.startsWith("*.") ? host.endsWith(wanted.slice(1)) : host === wanted;
}

/** All IPv6 addresses that IANA gives out; the rest is special or reserved. */
const PUBLIC_IPV6 = "2000::";
const PUBLIC_IPV6_BITS = 3;

/** `process` unwraps IPv4 in IPv6; other embeddings (6to4, NAT64, Teredo) have ranges of their own. */
async function findPrivate(addresses: readonly string[]): Promise<string | undefined> {
  const { default: ipaddr } = await import("ipaddr.js");
  const publicIpv6 = ipaddr.IPv6.parse(PUBLIC_IPV6);
  return addresses.find((one) => {
    if (!ipaddr.isValid(one)) return true;
    const address = ipaddr.process(one);
    if (address.range() !== "unicast") return true;
    return address instanceof ipaddr.IPv6 && !address.match(publicIpv6, PUBLIC_IPV6_BITS);
  });
}

/** One request to a checked address. */
interface Sending {
  url: URL;
  address: string;
  method: string;
  headers: Headers;
  body: Buffer | null;
  signal: AbortSignal;
  maxBytes: number;
}

async function sendTo({ url, address, method, headers, body, signal, maxBytes }: Sending): Promise<Response> {
  const request = url.protocol === "https:" ? requestSecure : requestPlain;
  const family = isIP(address);
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const sent = request(url, {
      method,
      headers: Object.fromEntries(headers),
      signal,
      agent: false,
      // The checked address, whatever the name resolves to now.
      lookup: (_, { all }, found) => (all ? found(null, [{ address, family }]) : found(null, address, family)),
    });
    sent.on("response", resolve);
    // Otherwise no event would follow an answer 101.
    sent.on("upgrade", (_, socket) => {
      socket.destroy();
      reject(new FetchError(`the host ${url.hostname} wants to change the protocol`));
    });
    sent.on("error", reject);
    sent.end(body ?? undefined);
  });
  const bytes = await read(answer, maxBytes);
  const status = answer.statusCode ?? 0;
  const isBare = status === 204 || status === 304 || status < 200;
  const { Response } = webClasses();
  const response = new Response(isBare ? null : new Uint8Array(bytes), {
    status,
    statusText: answer.statusMessage ?? "",
    headers: toPairs(answer.rawHeaders),
  });
  return Object.defineProperty(response, "url", { value: url.href });
}

async function read(answer: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of answer) {
    size += (chunk as Buffer).length;
    if (size > maxBytes) {
      answer.destroy();
      throw new FetchError(`the answer has more than ${maxBytes} bytes`);
    }
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks);
}

function toPairs(raw: readonly string[]): [string, string][] {
  const pairs: [string, string][] = [];
  for (let at = 0; at + 1 < raw.length; at += 2) pairs.push([raw[at] ?? "", raw[at + 1] ?? ""]);
  return pairs;
}
