import { captureV1 } from "../../ingest/capture/index.ts";
import { toHttpDate } from "../../base/clock.ts";
import type { Context } from "../../handle/context.ts";
import type { HogletError } from "../../base/errors.ts";
import { isUuid } from "../../base/ids.ts";
import type { HttpReply, HttpRequest } from "../http.ts";
import { jsonReply } from "../reply.ts";
import * as v from "valibot";
import type { PublicCall, Route } from "../route.ts";

/** The route to which newer SDKs send events (reference/capture.md 8). */
export const captureV1Routes: readonly Route[] = [
  {
    access: "public",
    browsers: true,
    stores: true,
    methods: ["POST"],
    path: "/i/v1/analytics/events",
    summary: "Captures a batch of events; answers for each of them, after they are committed.",
    // One result for each event of a batch, by its uuid.
    response: v.object({ results: v.unknown() }),
    errors: toErrorReply,
    run: handle,
  },
];

async function handle(ctx: Context, { request }: PublicCall): Promise<HttpReply> {
  const results = await captureV1(ctx, { headers: request.headers, body: request.body, ip: request.ip });
  return withEcho(ctx, request, jsonReply(200, { results }));
}

/** The protocol's names for errors of other areas of the library. */
const TAGS: Record<string, string> = {
  invalid_api_key: "invalid_api_token",
  authentication_failed: "invalid_api_token",
  error: "internal_error",
};

function toErrorReply(ctx: Context, error: HogletError, { request }: PublicCall): HttpReply {
  const reply = jsonReply(error.status, {
    error: TAGS[error.code] ?? error.code,
    error_description: error.detail,
    error_uri: "https://posthog.com/docs/api",
  });
  if (error.status >= 500) reply.headers["retry-after"] = "1";
  return withEcho(ctx, request, reply);
}

/** Adds the request's id, and the server's time, from which a client can compute the error of its clock. */
function withEcho(ctx: Context, request: HttpRequest, reply: HttpReply): HttpReply {
  const id = request.headers["posthog-request-id"]?.trim() ?? "";
  if (isUuid(id)) reply.headers["posthog-request-id"] = id;
  reply.headers["date"] = toHttpDate(ctx.clock.now());
  return reply;
}
