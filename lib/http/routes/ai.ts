import { captureAiEvent, captureEntries, captureSpans, mediaType } from "../../ingest/ai-requests/index.ts";
import type { AiRequest } from "../../ingest/ai-requests/index.ts";
import type { Context } from "../../handle/context.ts";
import type { HttpReply } from "../http.ts";
import { jsonReply } from "../reply.ts";
import * as v from "valibot";
import type { PublicCall, Route } from "../route.ts";

/** The routes of events about language models; `/i/v0/ai/batch` is one of capture (reference/ai.md 1). */
export const aiRoutes: readonly Route[] = [
  {
    access: "public",
    stores: true,
    methods: ["POST"],
    path: "/i/v0/ai",
    summary:
      "Captures an event about a language model that comes in parts (multipart/form-data); answers after it is committed.",
    // The parts of the request that were stored as one event.
    response: v.object({
      accepted_parts: v.array(
        v.object({
          name: v.string(),
          length: v.number(),
          "content-type": v.nullable(v.string()),
          "content-encoding": v.nullable(v.string()),
        }),
      ),
    }),
    errors: "text",
    run: async (ctx, call) => jsonReply(200, { accepted_parts: await captureAiEvent(ctx, toAiRequest(call)) }),
  },
  spans(
    "/i/v0/ai/otel",
    "Captures spans of language models, as OTLP (JSON or protobuf); answers after they are committed.",
  ),
  spans("/i/v1/traces", "The same for exporters of all spans: others are not kept, and a warning says so."),
  entries("logs"),
  entries("metrics"),
];

function spans(path: string, summary: string): Route {
  return { access: "public", stores: true, methods: ["POST"], path, summary, errors: "text", run: acceptSpans };
}

/** Logs and metrics: SDKs in browsers send theirs here too, which are not kept. */
function entries(what: "logs" | "metrics"): Route {
  const run = async (ctx: Context, call: PublicCall) => {
    await captureEntries(ctx, toAiRequest(call), what);
    return emptyReply(call);
  };
  const summary = `Captures ${what} of coding agents, as OTLP (JSON or protobuf). All other ${what} are not kept: a warning says so.`;
  const common = { access: "public", errors: "text", browsers: true, stores: true } as const;
  return { ...common, methods: ["POST"], path: `/i/v1/${what}`, summary, run };
}

async function acceptSpans(ctx: Context, call: PublicCall): Promise<HttpReply> {
  await captureSpans(ctx, toAiRequest(call));
  return emptyReply(call);
}

function emptyReply(call: PublicCall): HttpReply {
  // The answer has the form of the request; a message without fields has no bytes.
  if (mediaType(toAiRequest(call)) !== "application/x-protobuf") return jsonReply(200, {});
  return { status: 200, headers: { "content-type": "application/x-protobuf" }, body: "" };
}

function toAiRequest({ request, target }: PublicCall): AiRequest {
  const { headers, body, ip } = request;
  return { path: target.path, query: target.query, headers, body, ip };
}
