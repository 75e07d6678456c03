import type { HttpReply, HttpRequest } from "./http.ts";

/**
 * Adds what browsers need to read a reply from another origin, errors included: without it posthog-js sees status 0 and
 * retries by other rules. The origin is mirrored, never `*`, since credentials are allowed (reference/capture.md 1.1).
 */
export function withCors(request: HttpRequest, reply: HttpReply): HttpReply {
  const origin = request.headers["origin"];
  if (origin === undefined) return reply;
  reply.headers["access-control-allow-origin"] = origin;
  reply.headers["access-control-allow-credentials"] = "true";
  reply.headers["access-control-allow-methods"] = "GET, POST, OPTIONS";
  reply.headers["access-control-allow-headers"] = request.headers["access-control-request-headers"] ?? "*";
  reply.headers["vary"] = "origin";
  return reply;
}
