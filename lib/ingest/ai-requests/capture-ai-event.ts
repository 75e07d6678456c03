import { isUtf8 } from "node:buffer";
import { tooLarge, unreadable } from "../../base/errors.ts";
import { isFields } from "../../base/fields.ts";
import type { Fields } from "../../base/fields.ts";
import { toUuid } from "../../base/ids.ts";
import { refuseTooMuch } from "../../base/json-text.ts";
import { requestLimits } from "../../base/request-limits.ts";
import { ingest, parseTimestamp, parseWireEvent, toRawEvent } from "../capture/index.ts";
import type { Context } from "../context.ts";
import { mediaType, openRequest } from "./ai-request.ts";
import type { AiRequest } from "./ai-request.ts";
import { splitParts } from "./multipart.ts";
import type { Part } from "./multipart.ts";

/** A part as the answer names it. */
export interface AcceptedPart {
  name: string;
  /** Bytes. */
  length: number;
  "content-type": string | null;
  "content-encoding": string | null;
}

const EVENTS = ["$ai_generation", "$ai_trace", "$ai_span", "$ai_embedding", "$ai_metric", "$ai_feedback"];

const KIB = 1024;
/** Bytes of the part `event`, and of it with `event.properties`, as in PostHog. */
const MAX_EVENT_BYTES = 32 * KIB;
const MAX_TOGETHER_BYTES = 960 * KIB;

/**
 * Captures an event in parts: `event` first, then properties, and large ones in parts of their own. Resolves once it is
 * committed.
 * @throws HogletError 400, 401, 413 with the text that clients know
 */
export async function captureAiEvent(ctx: Context, request: AiRequest): Promise<AcceptedPart[]> {
  if (request.body.length === 0) throw unreadable("request holds no event");
  if (mediaType(request) !== "multipart/form-data") throw unreadable("Content-Type must be multipart/form-data");
  const split = (bytes: Buffer) => splitParts(bytes, request.headers["content-type"] ?? "");
  const { project, content: parts } = await openRequest(ctx, request, split, requestLimits.unpackedBytes);
  const event = toEvent(parts);
  const sentAt = event["sent_at"];
  const sentAtMs = typeof sentAt === "string" ? parseTimestamp(sentAt) : null;
  const raw = toRawEvent(parseWireEvent(event), false);
  await ingest(ctx, project, { events: [raw], sentAtMs, ip: request.ip });
  return parts.map(({ name, bytes, type, encoding }) => {
    return { name, length: bytes.length, "content-type": type, "content-encoding": encoding };
  });
}

const OWN = "event.properties";

function toEvent(parts: readonly Part[]): Fields {
  const [first] = parts;
  if (first === undefined) throw unreadable("Missing required 'event' part in multipart data");
  if (first.name !== "event") throw unreadable(`First part must be 'event', got '${first.name}'`);
  const names = parts.map(({ name }) => name);
  const twice = names.find((name, place) => names.indexOf(name) !== place);
  if (twice !== undefined) throw unreadable(`Duplicate part: ${twice}`);
  if (first.bytes.length > MAX_EVENT_BYTES) throw tooBig("Event part", first.bytes.length, MAX_EVENT_BYTES);
  const own = parts.find(({ name }) => name === OWN);
  const together = first.bytes.length + (own?.bytes.length ?? 0);
  if (together > MAX_TOGETHER_BYTES) throw tooBig("Combined event and properties", together, MAX_TOGETHER_BYTES);
  const event = readObject(first, "Event");
  if (own !== undefined && event["properties"] !== undefined) {
    throw unreadable("Event cannot have both embedded properties and a separate 'event.properties' part");
  }
  const properties = own === undefined ? (event["properties"] ?? {}) : readObject(own, "Properties");
  const whole = { ...event, properties };
  expectAiEvent(whole);
  for (const part of parts.slice(1)) if (part !== own) addBlob(whole.properties as Fields, part);
  return whole;
}

function tooBig(what: string, sizeBytes: number, mostBytes: number): Error {
  return tooLarge(`${what} size (${sizeBytes} bytes) exceeds maximum allowed size (${mostBytes} bytes)`);
}

function readObject(part: Part, what: string): Fields {
  const value = readJson(part, what);
  if (isFields(value)) return value;
  throw unreadable(`${what} must be a JSON object`);
}

function readJson({ bytes }: Part, what: string): unknown {
  if (!isUtf8(bytes)) throw unreadable(`${what} part must be valid UTF-8`);
  try {
    const text = bytes.toString("utf8");
    refuseTooMuch(text);
    return JSON.parse(text);
  } catch (cause) {
    throw unreadable(`${what} part must be valid JSON`, cause);
  }
}

function expectAiEvent({ event, distinct_id: distinctId, uuid, properties }: Fields): void {
  if (typeof event !== "string") throw unreadable("Event missing 'event' field");
  if (event === "") throw unreadable("Event name cannot be empty");
  if (!EVENTS.includes(event)) throw unreadable(`Event name must be one of: ${EVENTS.join(", ")}, got '${event}'`);
  if (typeof distinctId !== "string") throw unreadable("Event missing 'distinct_id' field");
  if (distinctId === "") throw unreadable("distinct_id cannot be empty");
  if (!isFields(properties)) throw unreadable("Event missing 'properties' field");
  const model = properties["$ai_model"];
  if (model === undefined) throw unreadable("Event properties must contain '$ai_model'");
  if (typeof model !== "string") throw unreadable("$ai_model must be a string");
  if (model === "") throw unreadable("$ai_model cannot be empty");
  if (typeof uuid !== "string") throw unreadable("Event UUID is required");
  if (toUuid(uuid) === null) throw unreadable("Invalid UUID format");
}

/** A large property in its own part: JSON as value, text as text, other bytes as base64. */
function addBlob(properties: Fields, part: Part): void {
  const { name, bytes, type } = part;
  const property = name.startsWith(`${OWN}.`) ? name.slice(OWN.length + 1) : "";
  if (property === "") {
    throw unreadable(
      `Unknown multipart field: '${name}'. Expected 'event', 'event.properties', or 'event.properties.<property_name>'`,
    );
  }
  if (property.includes(".")) throw unreadable(`Blob property '${name}' contains nested properties (dots)`);
  if (type === null) throw unreadable(`Missing required Content-Type header for blob part '${name}'`);
  if (bytes.length === 0) throw unreadable(`Blob part '${name}' cannot be empty (0 bytes)`);
  // An assignment to __proto__ sets no property.
  const value = readBlob(part, type);
  Object.defineProperty(properties, property, { value, enumerable: true, writable: true, configurable: true });
}

function readBlob(part: Part, type: string): unknown {
  const { name, bytes } = part;
  const media = type.toLowerCase().split(";")[0]?.trim();
  if (media === "application/json") return readJson(part, `Blob '${name}'`);
  if (media === "text/plain") return bytes.toString("utf8");
  if (media === "application/octet-stream") return bytes.toString("base64");
  throw unreadable(`Unsupported content type for blob part '${name}': '${type}'`);
}
