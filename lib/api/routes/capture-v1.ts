import { DateTime } from "luxon";
import { captureV1 } from "../../capture/v1/index.ts";
import type { Context } from "../../context.ts";
import type { HogletError } from "../../errors.ts";
import { isUuid } from "../../ids.ts";
import type { HttpReply, HttpRequest } from "../http.ts";
import { jsonReply, toHogletError } from "../reply.ts";
import type { PublicCall, Route } from "../route.ts";

/** Where newer SDKs send events (reference/capture.md 8). */
export const captureV1Routes: readonly Route[] = [
  {
    access: "public",
    methods: ["POST"],
    path: "/i/v1/analytics/events",
    summary: "Captures a batch of events; answers for each of them, after they are committed.",
    run: handle,
  },
];

// Errors become replies here and not in dispatch: this protocol has a form of its own for them.
async function handle(ctx: Context, { request, target }: PublicCall): Promise<HttpReply> {
  let reply: HttpReply;
  try {
    const results = await captureV1(ctx, { headers: request.headers, body: request.body, ip: request.ip });
    reply = jsonReply(200, { results });
  } catch (thrown) {
    const error = toHogletError(thrown);
    if (error.status >= 500) {
      const cause = error.cause instanceof Error ? (error.cause.stack ?? error.cause.message) : String(error.cause);
      ctx.log.error("request failed", { method: request.method, path: target.path, code: error.code, cause });
    }
    reply = errorReplyV1(error);
  }
  return withEcho(ctx, request, reply);
}

/** The protocol's names for what other areas of the library throw. */
const TAGS: Record<string, string> = {
  invalid_api_key: "invalid_api_token",
  authentication_failed: "invalid_api_token",
  error: "internal_error",
};

function errorReplyV1(error: HogletError): HttpReply {
  const reply = jsonReply(error.status, {
    error: TAGS[error.code] ?? error.code,
    error_description: error.detail,
    error_uri: "https://posthog.com/docs/api",
  });
  if (error.status >= 500) reply.headers["retry-after"] = "1";
  return reply;
}

/** Adds the request's id, and the server's time by which a client can tell how far its clock is off. */
function withEcho(ctx: Context, request: HttpRequest, reply: HttpReply): HttpReply {
  const id = request.headers["posthog-request-id"]?.trim() ?? "";
  if (isUuid(id)) reply.headers["posthog-request-id"] = id;
  const date = DateTime.fromMillis(ctx.clock.now(), { zone: "utc" }).toHTTP();
  if (date !== null) reply.headers["date"] = date;
  return reply;
}
