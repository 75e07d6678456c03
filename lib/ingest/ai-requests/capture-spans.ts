import { unreadable } from "../../base/errors.ts";
import { requestLimits } from "../../base/request-limits.ts";
import { ingest, noteNotKept } from "../capture/index.ts";
import type { Context } from "../context.ts";
import { mediaType, openRequest } from "./ai-request.ts";
import type { AiRequest } from "./ai-request.ts";
import { OTLP, readOtlp } from "./otlp.ts";
import { requireBounded } from "./require-bounded.ts";
import { toSpanEvent } from "./span-event.ts";

/** The path for spans of every kind; the other path is for spans of language models. */
const ANY_SPANS = "/i/v1/traces";

/**
 * Captures spans of language models; resolves once committed. A warning tells of other spans sent to the path for all
 * spans, and of a request without any span that is kept.
 * @throws HogletError 400, 401, 413 as text
 */
export async function captureSpans(ctx: Context, request: AiRequest): Promise<void> {
  if (request.body.length === 0) throw unreadable("request holds no event");
  const media = mediaType(request);
  if (!OTLP.includes(media)) throw unreadable("Content-Type must be application/x-protobuf or application/json");
  const { project, content: groups } = await openRequest(
    ctx,
    request,
    (bytes) => readOtlp(bytes, "spans", media),
    requestLimits.otlpBytes,
  );
  const spans = groups.flatMap((group) => group.items.map((span) => ({ span, group })));
  if (spans.length > requestLimits.otlpSpans) {
    throw unreadable(`Too many spans: ${spans.length} exceeds limit of ${requestLimits.otlpSpans}`);
  }
  requireBounded(groups, requestLimits.otlpSpans);
  const events = spans.flatMap(({ span, group }) => toSpanEvent(span, group) ?? []);
  if (events.length > 0) await ingest(ctx, project, { events, sentAtMs: null, ip: request.ip });
  const others = spans.length - events.length;
  if (others === 0 || (events.length > 0 && request.path !== ANY_SPANS)) return;
  await noteNotKept(ctx, project, { what: "spans that are not of a language model", path: request.path });
}
