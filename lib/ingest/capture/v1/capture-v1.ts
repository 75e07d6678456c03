import type { Context } from "../../context.ts";
import { refuseUnknown, resolveToken } from "../../../admin/projects/index.ts";
import { ingest } from "../ingest.ts";
import { parseBatch } from "./batch.ts";
import { inflate } from "./encoding.ts";
import { parseHeaders } from "./headers.ts";
import type { HeaderFields } from "./headers.ts";
import { checkEvent } from "./check-event.ts";
import type { V1Result } from "./check-event.ts";

/** A v1 request as it arrived. */
export interface V1Request {
  headers: HeaderFields;
  body: Uint8Array;
  /** Address of the connection; null = unknown. */
  ip: string | null;
}

/** The result for each event, by its uuid as sent (without surrounding blanks). */
export type V1Results = Record<string, V1Result>;

/**
 * Captures a v1 batch; resolves once its valid events are committed, all or none.
 * @throws HogletError 400, 401, 413, 415 whose `code` is the tag of reference/capture.md 8; 401 of `resolveToken` for
 * an unknown token; 503 when nothing could be stored
 */
export async function captureV1(ctx: Context, request: V1Request): Promise<V1Results> {
  const { token, sdk, sentAtMs, encoding } = parseHeaders(request.headers);
  refuseUnknown(ctx, token);
  const batch = await inflate(request.body, encoding, parseBatch);
  // Last: an unreadable request must not create a project in open mode.
  const found = resolveToken(ctx, token);
  const project = found instanceof Promise ? await found : found;
  const sending = { nowMs: ctx.clock.now(), sentAtMs, sdk };
  const verdicts = batch.map((event) => checkEvent(event, sending));
  const events = verdicts.flatMap(({ event }) => event ?? []);
  if (events.length > 0) await ingest(ctx, project, { events, sentAtMs, ip: request.ip });
  return Object.fromEntries(batch.map(({ uuid }, index) => [uuid, verdicts[index]?.result ?? { result: "ok" }]));
}
