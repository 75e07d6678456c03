import { isTooDeep, MAX_DEPTH } from "../../base/depth.ts";
import { invalid, unreadable } from "../../base/errors.ts";
import type { HogletError } from "../../base/errors.ts";
import { isUuid } from "../../base/ids.ts";
import { toDistinctId } from "./distinct-id.ts";
import { tokenOf } from "./token.ts";
import type { TokenFields } from "./token.ts";

type Fields = Record<string, unknown>;

/** One event of a request, its fields final but for what `clean` settles. The objects are those of the parsed JSON. */
export interface RawEvent {
  event: string;
  distinctId: string;
  /** Lower-case; null = none was given. */
  uuid: string | null;
  /** As sent; may be unreadable. */
  timestamp: string | null;
  /** Age of the event in milliseconds when it was sent; beats `timestamp`. */
  offsetMs: number | null;
  properties: Fields;
  /** Of the top level; null = none. */
  set: Fields | null;
  setOnce: Fields | null;
  /** When it happened, already settled in epoch milliseconds; absent = `timestamp` and `offsetMs` decide. */
  timeMs?: number;
  /** True = personless whatever it asks for, and kept even when it is a merge (reference/capture.md 8.2, 16). */
  forcedPersonless?: boolean;
}

/** An event whose fields have the right types, by their names on the wire (reference/capture.md 3). */
export interface WireEvent extends TokenFields {
  event?: string | null;
  distinct_id?: unknown;
  $distinct_id?: unknown;
  uuid?: string | null;
  timestamp?: string | null;
  offset?: number | null;
  properties?: Fields;
  $set?: Fields | null;
  $set_once?: Fields | null;
}

/**
 * Checks the types of an event's fields, so that a request is refused as unreadable before anything else is said about it.
 * @throws HogletError 400 `failed to parse request: …` that names the field
 */
export function parseWireEvent(value: unknown): WireEvent {
  if (!isObject(value)) throw unparsable(`expected an event object, not ${kindOf(value)}`);
  expectText(value["event"], "event");
  expectText(value["uuid"], "uuid");
  expectText(value["timestamp"], "timestamp");
  const uuid = value["uuid"];
  if (typeof uuid === "string" && uuid !== "" && !isUuid(uuid)) throw unparsable("uuid is malformed");
  const offset = value["offset"];
  if (offset !== undefined && offset !== null && !Number.isSafeInteger(offset)) {
    throw unparsable("offset must be a whole number of milliseconds");
  }
  if (value["distinct_id"] !== undefined && value["$distinct_id"] !== undefined) {
    throw unparsable("duplicate field `distinct_id`");
  }
  if (value["properties"] !== undefined) expectObject(value["properties"], "properties");
  if (value["$set"] !== undefined && value["$set"] !== null) expectObject(value["$set"], "$set");
  if (value["$set_once"] !== undefined && value["$set_once"] !== null) expectObject(value["$set_once"], "$set_once");
  expectShallowFields(value, CHECKED);
  tokenOf(value);
  return value;
}

/** Fields of an event whose depth is looked at with their type. */
const CHECKED: ReadonlySet<string> = new Set(["properties", "$set", "$set_once"]);

/**
 * Refuses a field that is nested too deeply, also one that nobody reads: a large request is refused for it too.
 * @param but fields that are looked at elsewhere
 * @throws HogletError 400 that names the field
 */
export function expectShallowFields(fields: Fields, but: ReadonlySet<string>): void {
  for (const name in fields) if (!but.has(name)) expectShallow(fields[name], name);
}

/** The token of an event: its own, else `properties.token`. */
export function eventToken(event: WireEvent): string | null {
  const own = tokenOf(event);
  if (own !== null) return own;
  const inProperties = event.properties?.["token"];
  return typeof inProperties === "string" ? inProperties : null;
}

/** The distinct id as sent: of the top level unless missing or null, else of the properties. */
export function sentId(event: WireEvent): unknown {
  return event.distinct_id ?? event.$distinct_id ?? event.properties?.["distinct_id"];
}

/**
 * The event in our own words. A nameless one is an `$identify` when `isEngage`.
 * @throws HogletError 400 without a name or a distinct id, or with a `$cookieless_mode` that is no boolean
 */
export function toRawEvent(event: WireEvent, isEngage: boolean): RawEvent {
  const name = event.event ?? (isEngage ? "$identify" : "");
  if (name === "") throw invalid(null, "event submitted with an empty event name");
  const distinctId = toDistinctId(sentId(event));
  if (distinctId === null) throw invalid(null, "event submitted without a distinct_id");
  const properties = event.properties ?? {};
  const cookieless = properties["$cookieless_mode"];
  if (cookieless !== undefined && typeof cookieless !== "boolean") {
    throw invalid(null, "event submitted with invalid cookieless mode");
  }
  return {
    event: name,
    distinctId,
    uuid: event.uuid ? event.uuid.toLowerCase() : null,
    timestamp: event.timestamp ?? null,
    offsetMs: event.offset ?? null,
    properties,
    set: event.$set ?? null,
    setOnce: event.$set_once ?? null,
  };
}

function expectText(value: unknown, name: string): void {
  if (value === undefined || value === null || typeof value === "string") return;
  throw unparsable(`${name} must be a string, not ${kindOf(value)}`);
}

function expectObject(value: unknown, name: string): void {
  if (!isObject(value)) throw unparsable(`${name} must be an object, not ${kindOf(value)}`);
  expectShallow(value, name);
}

function expectShallow(value: unknown, name: string): void {
  if (typeof value === "object" && value !== null && isTooDeep(value)) {
    // A client chooses the name too.
    throw unparsable(`${name.slice(0, 100).toWellFormed()} is nested deeper than ${MAX_DEPTH} levels`);
  }
}

function isObject(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function kindOf(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "list" : typeof value;
}

function unparsable(why: string): HogletError {
  return unreadable(`failed to parse request: ${why}`);
}
