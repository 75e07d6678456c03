import { unauthenticated } from "../../base/errors.ts";
import { findProject } from "../../admin/projects/index.ts";
import { requestLimits } from "../../base/request-limits.ts";
import { inflate, ingest, noteNotKept, toEncoding } from "../capture/index.ts";
import type { RawEvent } from "../capture/index.ts";
import type { Context } from "../context.ts";
import { mediaType } from "./ai-request.ts";
import type { AiRequest } from "./ai-request.ts";
import { OTLP, readOtlp } from "./otlp.ts";
import { requireBounded } from "./require-bounded.ts";
import { toEntryEvent } from "./entry-event.ts";

/**
 * Captures coding agents' records of logs or points of metrics; resolves once committed. Other items, and unreadable
 * requests, are not kept: a warning tells.
 * @throws HogletError 401 for an agent without the token of a project
 */
export async function captureEntries(ctx: Context, request: AiRequest, what: "logs" | "metrics"): Promise<void> {
  const [, bearer] = /^Bearer\s+(\S+)\s*$/i.exec(request.headers["authorization"] ?? "") ?? [];
  const project = findProject(ctx, request.query.get("token") ?? bearer ?? "");
  const { events, others } = await readEvents(request, what);
  if (events.length > 0) {
    if (project === undefined) throw unauthenticated("The token is that of no project.", "invalid_api_key");
    await ingest(ctx, project, { events, sentAtMs: null, ip: request.ip });
  }
  if (project !== undefined && (others > 0 || events.length === 0)) {
    await noteNotKept(ctx, project, { what, path: request.path });
  }
}

async function readEvents(
  request: AiRequest,
  what: "logs" | "metrics",
): Promise<{ events: RawEvent[]; others: number }> {
  const media = mediaType(request);
  if (!OTLP.includes(media) || request.body.length === 0) return { events: [], others: 0 };
  try {
    const encoding = toEncoding(request.headers["content-encoding"]);
    const groups = await inflate(
      request.body,
      encoding,
      (bytes) => readOtlp(bytes, what, media),
      requestLimits.otlpBytes,
    );
    requireBounded(groups, requestLimits.events);
    const entries = groups.flatMap(({ resource, items }) => items.map((entry) => toEntryEvent(entry, resource)));
    const events = entries.filter((event) => event !== undefined);
    return { events, others: entries.length - events.length };
  } catch {
    // Browser SDKs send logs in other forms, and continue with any answer.
    return { events: [], others: 0 };
  }
}
