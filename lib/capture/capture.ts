import type { Context } from "../context.ts";
import { invalid } from "../errors.ts";
import { findProject } from "../projects/index.ts";
import type { Project } from "../projects/index.ts";
import { parseBody } from "./body.ts";
import { decode } from "./decode.ts";
import type { WireInput } from "./decode.ts";
import { ingest } from "./ingest.ts";
import { parseWireEvent, toRawEvent } from "./raw-event.ts";

/** A capture request as it arrived, and the address it came from. */
export interface CaptureRequest extends WireInput {
  ip: string | null;
}

/** An event given in process; the field rules are those of the wire. */
export interface CapturedEvent {
  event: string;
  distinct_id: string;
  /** JSON values. `$set`, `$set_once`, `$unset` change the person. */
  properties?: Record<string, unknown>;
  /** ISO text. @default now */
  timestamp?: string | undefined;
  /** Decides duplicates. @default a new one */
  uuid?: string | undefined;
  /** Stored as `$ip`. */
  ip?: string | undefined;
  $set?: Record<string, unknown> | undefined;
  $set_once?: Record<string, unknown> | undefined;
}

/**
 * Captures the events of an HTTP request; resolves once they are committed.
 * @throws HogletError 400, 401, 413 with the text that capture clients know, 503 when they cannot be stored
 */
export async function captureRequest(ctx: Context, request: CaptureRequest): Promise<void> {
  const text = decode(request);
  const sentAtQuery = request.query.get("sent_at") ?? request.query.get("_");
  const envelope = parseBody(text, { path: request.path, sentAtQuery });
  const project = findProject(ctx, envelope.token);
  // Not an error: capture clients only ever learn whether their request was well-formed (reference/capture.md 3.1).
  if (project === undefined) return;
  await ingest(ctx, project, { events: envelope.events, sentAtMs: envelope.sentAtMs, ip: request.ip });
}

/**
 * Captures events given in process; resolves once they are committed.
 * @throws HogletError 400 naming the field, 503 when they cannot be stored
 */
export async function captureEvents(
  ctx: Context,
  project: Project,
  input: CapturedEvent | readonly CapturedEvent[],
): Promise<void> {
  const given = (Array.isArray(input) ? input : [input]) as readonly CapturedEvent[];
  if (given.length === 0) throw invalid(null, "Expected at least one event.");
  const events = given.map((event) => toRawEvent(parseWireEvent(toPlain(event)), false));
  await ingest(ctx, project, { events, sentAtMs: null, ip: null });
}

/** A copy made of JSON values alone: what the caller does with its object afterwards must not reach the database. */
function toPlain({ ip, ...event }: CapturedEvent): unknown {
  const properties = ip === undefined ? event.properties : { $ip: ip, ...event.properties };
  return JSON.parse(JSON.stringify({ ...event, properties }));
}
