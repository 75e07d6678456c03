import { invalid, tooLarge, unreadable } from "../../base/errors.ts";
import { requestLimits } from "../../base/request-limits.ts";
import { isRoundedId } from "./distinct-id.ts";
import { jsonSlices, tooManyEvents } from "./json-slices.ts";
import { eventToken, expectShallowFields, parseWireEvent, sentId, toRawEvent } from "./raw-event.ts";
import type { RawEvent, WireEvent } from "./raw-event.ts";
import { parseTimestamp } from "./timestamp.ts";
import { agreedToken, parseToken, tokenOf } from "./token.ts";

export type { RawEvent } from "./raw-event.ts";

/** A checked capture request. */
export interface Envelope {
  /** Well-formed; the caller checks that a project has it. */
  token: string;
  /** The client's; null = absent or unreadable. */
  sentAtMs: number | null;
  /** Is it a batch of old events? */
  historical: boolean;
  /** Events in the order sent; none when the request held only `$performance_event`s. */
  events: RawEvent[];
}

export interface BodyOptions {
  /** The path without a trailing slash. On `/engage` an event may have no name. */
  path: string;
  /** The `_` or `sent_at` query parameter: epoch milliseconds. */
  sentAtQuery: string | null;
  /** Most characters of JSON in the properties of one event; absent = no limit of its own. */
  mostEventChars?: number;
}

/**
 * Parses a request from JSON in UTF-8; see `parseBody`. A large body is parsed in slices (`json-slices.ts`).
 * @param checkToken is called as soon as a token is known, before most of a large body is parsed; it refuses by
 *   throwing
 * @throws HogletError 400, 401 or 413 whose `detail` is the plain text for clients; the errors of `checkToken`
 */
export async function readBody(
  json: Buffer,
  options: BodyOptions,
  checkToken: (token: string) => void,
): Promise<Envelope> {
  if (json.length <= requestLimits.wholeBytes) return parseBody(json.toString("utf8"), options);
  let message: Message | undefined;
  let isChecked = false;
  for await (const { root, items, sizeBytes } of jsonSlices(json, readExactly)) {
    message ??= toMessage(root);
    const events = items.map(parseWireEvent);
    if (sizeBytes > (options.mostEventChars ?? Infinity))
      refuseOversized(events.length > 0 ? events : message.events, options);
    for (const event of events) message.events.push(event);
    const [first] = message.events;
    const token = message.token ?? (first === undefined ? null : eventToken(first));
    if (token === null || isChecked) continue;
    checkToken(parseToken(token));
    isChecked = true;
  }
  return toEnvelope(message ?? toMessage([]), options);
}

function refuseOversized(events: readonly WireEvent[], { mostEventChars = Infinity }: BodyOptions): void {
  for (const { event, properties } of events) {
    const most = event?.startsWith("$ai_") ? requestLimits.aiEventChars : mostEventChars;
    const length = properties === undefined ? 0 : JSON.stringify(properties).length;
    if (length <= most) continue;
    throw tooLarge(`maximum event size exceeded: ${event} has ${length} characters of properties`);
  }
}

/**
 * Parses a request of any shape: a list of events, `{batch: […]}`, or one event. One invalid event refuses all
 * (reference/capture.md 2.5, 3). The last of two equal keys wins, as in JSON.parse; two names of one field (`token`,
 * `api_key`) are refused.
 * @throws HogletError 400 or 401 whose `detail` is the plain text for clients
 */
export function parseBody(text: string, options: BodyOptions): Envelope {
  return toEnvelope(toMessage(readExactly(text)), options);
}

function toEnvelope(message: Message, options: BodyOptions): Envelope {
  const isEngage = options.path === "/engage";
  if (message.events.length === 0) throw invalid(null, "request holds no event");
  if (!isEngage) message.events.forEach(expectName);
  // Tokens first: a sender without access learns nothing about its request.
  const token = parseToken(message.token ?? agreedToken(message.events.map(eventToken)));
  const events: RawEvent[] = [];
  for (const event of message.events) {
    if (event.event !== "$performance_event") events.push(toRawEvent(event, isEngage));
  }
  const sentAtMs = message.sentAtMs ?? toQueryTime(options.sentAtQuery);
  return { token, sentAtMs, historical: message.historical, events };
}

/** A request with its shape resolved. */
interface Message {
  /** Null = the events name it. */
  token: string | null;
  sentAtMs: number | null;
  historical: boolean;
  events: WireEvent[];
}

function toMessage(root: unknown): Message {
  if (Array.isArray(root)) return { token: null, sentAtMs: null, historical: false, events: toEvents(root) };
  if (typeof root !== "object" || root === null) {
    throw unreadable("failed to parse request: expected an object or a list of events");
  }
  const fields = root as Record<string, unknown>;
  const sentAt = fields["sent_at"];
  const sentAtMs = typeof sentAt === "string" ? parseTimestamp(sentAt) : null;
  const batch = fields["batch"];
  if (!Array.isArray(batch)) return { token: null, sentAtMs, historical: false, events: [parseWireEvent(fields)] };

  expectShallowFields(fields, BATCH);
  const historical = fields["historical_migration"] ?? false;
  if (typeof historical !== "boolean") {
    throw unreadable("failed to parse request: historical_migration must be a boolean");
  }
  return { token: tokenOf(fields), sentAtMs, historical, events: toEvents(batch) };
}

/** A batch's events are checked one by one. */
const BATCH: ReadonlySet<string> = new Set(["batch"]);

function toEvents(list: readonly unknown[]): WireEvent[] {
  if (list.length > requestLimits.events) throw tooManyEvents();
  return list.map(parseWireEvent);
}

/** Parses JSON without rounding large ids. */
function readExactly(text: string): unknown {
  const value = readJson(text);
  return holdsRoundedId(value) ? readJson(withQuotedIds(text)) : value;
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw unreadable(`failed to parse request: ${cause instanceof Error ? cause.message : "invalid JSON"}`, cause);
  }
}

function holdsRoundedId(root: unknown): boolean {
  const batch = (root as { batch?: unknown } | null)?.batch;
  const events = Array.isArray(root) ? root : Array.isArray(batch) ? batch : [root];
  return events.some((event) => typeof event === "object" && event !== null && isRoundedId(sentId(event as WireEvent)));
}

// A quote inside a JSON string is escaped, so only a key can match.
const LONG_NUMERIC_ID = /(?<!\\)("\$?distinct_id"\s*:\s*)(-?\d{16,})(?=\s*[,}])/g;

/** Turns ids beyond 2^53 into strings of their digits: rounding must not make one user of two. */
function withQuotedIds(text: string): string {
  return text.replaceAll(LONG_NUMERIC_ID, '$1"$2"');
}

function expectName(event: WireEvent): void {
  if (event.event !== undefined && event.event !== null) return;
  throw invalid(null, "failed to hydrate events from request: non-engage request missing event name attribute");
}

// Seconds would give times in 1970 (reference/capture.md 2.7).
const EARLIEST_QUERY_TIME_MS = Date.UTC(2021, 0, 1);
const LATEST_TIME_MS = 8.64e15;

function toQueryTime(value: string | null): number | null {
  if (value === null || !/^\d{1,16}$/.test(value)) return null;
  const ms = Number(value);
  return ms >= EARLIEST_QUERY_TIME_MS && ms <= LATEST_TIME_MS ? ms : null;
}
