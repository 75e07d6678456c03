import { isLoopbackHost } from "../../lib/index.ts";
import type { HttpRequest } from "../../lib/index.ts";

/**
 * Does the page itself send a request, and not another site in the same browser (CSRF)? Browsers say so in
 * `sec-fetch-site`, which scripts cannot set. "none" is a typed address or a bookmark, allowed for reading. Over plain
 * HTTP beyond loopback, browsers leave it out: there a header of the page decides, which another site cannot send
 * without a permission (preflight) that has its `origin`.
 */
export function isOwnRequest({ method, headers }: Pick<HttpRequest, "method" | "headers">): boolean {
  const site = headers["sec-fetch-site"];
  if (site !== undefined) return site === "same-origin" || (site === "none" && method === "GET");
  if (headers["x-hoglet-page"] !== "1") return false;
  const { origin, host } = headers;
  return origin === undefined || (host !== undefined && origin.replace(/^https?:\/\//, "") === host);
}

/** Headers that proxies add. */
const PROXY_HEADER = /^(?:forwarded|via|x-real-ip|x-forwarded-.+)$/;

/**
 * May a request come from this machine? The browser shows a loopback address, the socket is local, and no proxy header
 * is present. This check only excludes requests. `signIn: "loopback"` itself states that all callers are on this
 * machine, since the address of a local socket may be a proxy's.
 */
export function isFromHere({ headers, ip }: Pick<HttpRequest, "headers" | "ip">): boolean {
  const isNear = ip !== null && (ip === "::1" || ip.startsWith("127."));
  return isNear && isLoopbackHost(headers["host"]) && !Object.keys(headers).some((name) => PROXY_HEADER.test(name));
}
