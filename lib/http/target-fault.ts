import { HogletError, invalid } from "../base/errors.ts";
import { toHostName } from "./host.ts";
import { requestLimits } from "../base/request-limits.ts";
import type { HttpRequest } from "./http.ts";

/**
 * The reason why a request's target or Host is refused; null = both are accepted. Proxies and `new URL` resolve dot
 * segments and encoded separators, each in its own way: `DELETE …/persons/%2e%2e` would reach another route than the
 * allowed route. Such a path matches no route here.
 */
export function targetFault({ url, headers }: Pick<HttpRequest, "url" | "headers">): HogletError | null {
  const { targetChars, fields } = requestLimits;
  if (url.length > targetChars) return tooLong(targetChars);
  const { authority, query } = split(url);
  if (!isHost(authority) || !isHost(headers["host"] ?? "")) return invalid("host", "Expected a host name and a port.");
  if (!isPlainTarget(url))
    return invalid("path", "Expected a path without dot segments, backslashes and encoded slashes.");
  if (query.split("&", fields + 2).length > fields + 1)
    return invalid("query", `Expected at most ${fields} parameters.`);
  return null;
}

const SEPARATOR = /\\|%5c|%2f/i;
/** Some servers take `..;x` for `..`: they cut the parameters of a segment off. */
const DOT_SEGMENT = /(?:^|\/)(?:\.|%2e){1,2}(?:(?:;|%3b)[^/]*)?(?:\/|$)/i;

/**
 * Does every segment of a request target's path stay a plain name for every decoder? A name that is encoded twice
 * counts as plain text. For adapters: their framework may have resolved the segments already, so they check the target
 * as it was sent.
 * @param target absolute, or beginning with the path
 */
export function isPlainTarget(target: string): boolean {
  const { path } = split(target);
  return !SEPARATOR.test(path) && !DOT_SEGMENT.test(path);
}

function isHost(host: string): boolean {
  return host === "" || toHostName(host) !== null;
}

function split(url: string): { authority: string; path: string; query: string } {
  const start = url.startsWith("/") ? 0 : url.indexOf("//") + 2;
  const place = start === 0 ? 0 : url.indexOf("/", start);
  const authority = start === 0 ? "" : url.slice(start, place < 0 ? undefined : place);
  const target = place < 0 ? "/" : (url.slice(place).split("#", 1)[0] ?? "");
  const mark = target.indexOf("?");
  return {
    authority: authority.split(/[?#]/, 1)[0] ?? "",
    path: mark < 0 ? target : target.slice(0, mark),
    query: mark < 0 ? "" : target.slice(mark + 1),
  };
}

function tooLong(most: number): HogletError {
  const detail = `The URL is longer than ${most} characters.`;
  return new HogletError({ status: 414, type: "invalid_request", code: "uri_too_long", detail });
}
