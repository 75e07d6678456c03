import type { HttpReply, HttpRequest } from "./http.ts";

/**
 * Adds the headers that browsers need to read a reply from another origin, errors included: without them posthog-js
 * sees status 0 and retries by other rules. Only routes that SDKs in browsers call have them, since any site can read a
 * reply with them. The origin is mirrored, never `*`, since credentials are allowed (reference/capture.md 1.1).
 */
export function withCors({ headers }: Pick<HttpRequest, "headers">, reply: HttpReply): HttpReply {
  const { origin } = headers;
  if (origin === undefined) return reply;
  reply.headers["access-control-allow-origin"] = origin;
  reply.headers["access-control-allow-credentials"] = "true";
  reply.headers["access-control-allow-methods"] = "GET, POST, OPTIONS";
  reply.headers["access-control-allow-headers"] = headers["access-control-request-headers"] ?? "*";
  // posthog-js reads this header after a refusal, and logs an error where it may not.
  reply.headers["access-control-expose-headers"] = "retry-after";
  reply.headers["vary"] = "origin";
  return reply;
}
