import type { Context } from "../context.ts";
import { isTooDeep, MAX_DEPTH } from "../../base/depth.ts";
import { HogletError, invalid } from "../../base/errors.ts";
import { isFields } from "../../base/fields.ts";
import type { Origin } from "../../plugins/index.ts";
import { refuseUnknown, resolveToken } from "../../admin/projects/index.ts";
import type { Project } from "../../admin/projects/index.ts";
import { readBody } from "./body.ts";
import { decode } from "./decode.ts";
import type { WireInput } from "./decode.ts";
import { ingest } from "./ingest.ts";
import { parseWireEvent, sentId, toRawEvent } from "./raw-event.ts";

/** A capture request as it arrived, with the client's address. */
export interface CaptureRequest extends WireInput {
  ip: string | null;
}

/** An event given in process, with the field rules of the wire. */
export interface CapturedEvent {
  event: string;
  distinct_id: string;
  /** JSON values. `$set`, `$set_once`, `$unset` change the person. */
  properties?: Record<string, unknown>;
  /** ISO text. @default now */
  timestamp?: string | undefined;
  /** Identifies duplicates. @default a new uuid */
  uuid?: string | undefined;
  /** Stored as `$ip`. */
  ip?: string | undefined;
  $set?: Record<string, unknown> | undefined;
  $set_once?: Record<string, unknown> | undefined;
}

/**
 * Resolves once the events are committed.
 * @throws HogletError 400, 401, 413 with the text that capture clients know; 503 when the events cannot be stored
 */
export async function captureRequest(ctx: Context, request: CaptureRequest): Promise<void> {
  const sentAtQuery = request.query.get("sent_at") ?? request.query.get("_");
  const options = { path: request.path, sentAtQuery, mostEventChars: MAX_EVENT_LENGTH };
  const envelope = await decode(request, (json) => readBody(json, options, (token) => refuseUnknown(ctx, token)));
  const found = resolveToken(ctx, envelope.token);
  const project = found instanceof Promise ? await found : found;
  await ingest(ctx, project, { events: envelope.events, sentAtMs: envelope.sentAtMs, ip: request.ip });
}

/** Characters of JSON in one event's properties (reference/capture.md 7: about 1 MB). */
const MAX_EVENT_LENGTH = 1_000_000;

/**
 * Resolves once the events are committed.
 * @param origin configs whose plugins made the events; absent = from outside
 * @throws HogletError 400 naming the field, 503 when the events cannot be stored
 */
export async function captureEvents(
  ctx: Context,
  project: Project,
  input: CapturedEvent | readonly CapturedEvent[],
  origin?: Origin,
): Promise<void> {
  const given = (Array.isArray(input) ? input : [input]) as readonly CapturedEvent[];
  if (given.length === 0) throw invalid(null, "Expected at least one event.");
  const events = given.map((event) => {
    const wire = parseWireEvent(toPlain(event));
    if (sentId(wire) === undefined && Object.hasOwn(event, "distinctId")) throw invalid("distinct_id", CLIENTS_NAME);
    return toRawEvent(wire, false);
  });
  await ingest(ctx, project, { events, sentAtMs: null, ip: null, ...(origin !== undefined && { origin }) });
}

/** posthog-node's own name for it is another. */
const CLIENTS_NAME = "event submitted without a distinct_id. Did you mean distinct_id instead of distinctId?";

/** A copy: later changes by the caller must not reach the database. */
function toPlain(given: CapturedEvent): unknown {
  // Left as it is for parseWireEvent, which refuses it: spreading a text would make an object of letters.
  if (!isFields(given) || (given.properties !== undefined && !isFields(given.properties))) return given;
  const { ip } = given;
  const properties = ip === undefined ? { ...given.properties } : { $ip: ip, ...given.properties };
  // Nearly all events are flat: a deep copy would cost a third of the whole path.
  if (isFlatEvent(given) && isPlainFields(properties)) {
    const { event, distinct_id, timestamp, uuid } = given;
    return { event, distinct_id, timestamp, uuid, properties };
  }
  const { ip: _, ...fields } = given;
  const copy = { ...fields, properties };
  if (isTooDeep(copy)) throw invalid("properties", `Expected values nested at most ${MAX_DEPTH} deep.`);
  return viaJson(copy);
}

const FLAT_FIELDS = new Set(["event", "distinct_id", "timestamp", "uuid"]);

/** Does the event have only ordinary fields, without objects in them? */
function isFlatEvent(given: object): boolean {
  for (const key in given) {
    if (key === "properties" || key === "ip") continue;
    const value = (given as Record<string, unknown>)[key];
    if (!FLAT_FIELDS.has(key) || !(value === undefined || isPlain(value))) return false;
  }
  return true;
}

function viaJson(value: unknown): unknown {
  try {
    return JSON.parse(JSON.stringify(value));
  } catch (error) {
    // A BigInt, or a toJSON that throws.
    throw new HogletError({
      status: 400,
      type: "validation_error",
      code: "invalid_input",
      detail: `Expected JSON values: ${error instanceof Error ? error.message : "unreadable"}`,
      attr: "properties",
      cause: error,
    });
  }
}

function isPlainFields(fields: object): boolean {
  for (const key in fields) if (!isPlain((fields as Record<string, unknown>)[key])) return false;
  return true;
}

function isPlain(value: unknown): boolean {
  const type = typeof value;
  return type === "string" || type === "boolean" || value === null || Number.isFinite(value);
}
