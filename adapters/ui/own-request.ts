import { isLoopbackHost } from "../../lib/index.ts";
import type { HttpRequest } from "../../lib/index.ts";

/**
 * Whether the page itself sends a request, and not another site in the same browser (CSRF): browsers say so in
 * `sec-fetch-site`, which scripts cannot set. "none" is an address typed or a bookmark, good for reading. Over plain HTTP
 * beyond loopback browsers leave it out: there a header of ours tells, which another site cannot send without a permission
 * (preflight) that carries its `origin`.
 */
export function isOwnRequest({ method, headers }: Pick<HttpRequest, "method" | "headers">): boolean {
  const site = headers["sec-fetch-site"];
  if (site !== undefined) return site === "same-origin" || (site === "none" && method === "GET");
  if (headers["x-hoglet-page"] !== "1") return false;
  const { origin, host } = headers;
  return origin === undefined || (host !== undefined && origin.replace(/^https?:\/\//, "") === host);
}

/** Headers that proxies add on the way. */
const PROXY_HEADER = /^(?:forwarded|via|x-real-ip|x-forwarded-.+)$/;

/**
 * Whether a request may be one of this machine: a browser shows a loopback address, the socket is local, and no proxy says
 * that it passes the request on. This only keeps out. That all who get here are on this machine is for `signIn: "loopback"`
 * to say, since the address of a local socket may be a proxy's.
 */
export function isFromHere({ headers, ip }: Pick<HttpRequest, "headers" | "ip">): boolean {
  const isNear = ip !== null && (ip === "::1" || ip.startsWith("127."));
  return isNear && isLoopbackHost(headers["host"]) && !Object.keys(headers).some((name) => PROXY_HEADER.test(name));
}
