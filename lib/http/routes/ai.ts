import { captureAiEvent, captureSpans, mediaType } from "../../ingest/ai-requests/index.ts";
import type { AiRequest } from "../../ingest/ai-requests/index.ts";
import type { Context } from "../../handle/context.ts";
import type { HttpReply } from "../http.ts";
import { jsonReply } from "../reply.ts";
import { AcceptedParts } from "../responses/ingestion.ts";
import type { PublicCall, Route } from "../route.ts";

/** The routes of events about language models; `/i/v0/ai/batch` is one of capture (reference/ai.md 1). */
export const aiRoutes: readonly Route[] = [
  {
    access: "public",
    methods: ["POST"],
    path: "/i/v0/ai",
    summary:
      "Captures an event about a language model that comes in parts (multipart/form-data); answers after it is committed.",
    response: AcceptedParts,
    errors: "text",
    run: async (ctx, call) => jsonReply(200, { accepted_parts: await captureAiEvent(ctx, toAiRequest(call)) }),
  },
  spans(
    "/i/v0/ai/otel",
    "Captures spans of language models, as OTLP (JSON or protobuf); answers after they are committed.",
  ),
  spans("/i/v1/traces", "The same for exporters of all spans: others are not kept, and a warning says so."),
];

function spans(path: string, summary: string): Route {
  return { access: "public", methods: ["POST"], path, summary, errors: "text", run: acceptSpans };
}

async function acceptSpans(ctx: Context, call: PublicCall): Promise<HttpReply> {
  const request = toAiRequest(call);
  await captureSpans(ctx, request);
  // The answer has the form of the request; a message without fields has no bytes.
  if (mediaType(request) !== "application/x-protobuf") return jsonReply(200, {});
  return { status: 200, headers: { "content-type": "application/x-protobuf" }, body: "" };
}

function toAiRequest({ request, target }: PublicCall): AiRequest {
  const { headers, body, ip } = request;
  return { path: target.path, query: target.query, headers, body, ip };
}
