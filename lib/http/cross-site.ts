import type { HttpRequest } from "./http.ts";

/**
 * Does a page of another site send the request? Browsers say so in `sec-fetch-site`, which scripts cannot set; over
 * plain HTTP beyond loopback they leave it out, and `origin` decides. Other clients send neither header.
 */
export function isFromAnotherSite({ headers }: Pick<HttpRequest, "headers">): boolean {
  const { "sec-fetch-site": site, origin, host } = headers;
  // A proxy may have replaced the Host of the page.
  if (site === "same-origin") return false;
  // "none" is a typed address or a bookmark.
  if (site !== undefined && site !== "none") return true;
  return origin !== undefined && origin.replace(/^https?:\/\//i, "").toLowerCase() !== host?.toLowerCase();
}
