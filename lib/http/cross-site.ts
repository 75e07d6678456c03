import type { HttpRequest } from "./http.ts";

/**
 * Whether a page of another site sends the request. Browsers tell by `sec-fetch-site`, which scripts cannot set; over plain
 * HTTP beyond loopback they leave it out, and `origin` tells. Clients that are no browsers send neither.
 */
export function isFromAnotherSite({ headers }: Pick<HttpRequest, "headers">): boolean {
  const { "sec-fetch-site": site, origin, host } = headers;
  // A proxy may have put another Host in the place of the page's.
  if (site === "same-origin") return false;
  // "none" is an address typed or a bookmark.
  if (site !== undefined && site !== "none") return true;
  return origin !== undefined && origin.replace(/^https?:\/\//i, "").toLowerCase() !== host?.toLowerCase();
}
