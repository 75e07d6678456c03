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
 * Whether it comes from a browser on this machine that shows a loopback address: a name of another site that leads here
 * (DNS rebinding) is none. What a proxy passes on may be anybody's, although it comes from here and names this machine; a
 * proxy that adds no header cannot be told from a browser (`hoglet serve --behind-proxy`).
 */
export function isFromHere({ headers, ip }: Pick<HttpRequest, "headers" | "ip">): boolean {
  const showsLoopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/i.test(headers["host"] ?? "");
  const isNear = ip !== null && (ip === "::1" || ip.startsWith("127."));
  return showsLoopback && isNear && !Object.keys(headers).some((name) => PROXY_HEADER.test(name));
}
