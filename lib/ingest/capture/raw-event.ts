import { isTooDeep, MAX_DEPTH } from "../../base/depth.ts";
import { invalid, unreadable } from "../../base/errors.ts";
import type { HogletError } from "../../base/errors.ts";
import { isFields } from "../../base/fields.ts";
import type { Fields } from "../../base/fields.ts";
import { toUuid } from "../../base/ids.ts";
import { toDistinctId } from "./distinct-id.ts";
import { tokenOf } from "./token.ts";
import type { TokenFields } from "./token.ts";

/** Final, except fields that `clean` settles. The objects are those of the parsed JSON. */
export interface RawEvent {
  event: string;
  distinctId: string;
  /** Lower-case; null = none was given. */
  uuid: string | null;
  /** The timestamp as sent; may be unreadable. */
  timestamp: string | null;
  /** Age in ms when it was sent; beats `timestamp`. */
  offsetMs: number | null;
  properties: Fields;
  /** Top-level `$set`; null = none. */
  set: Fields | null;
  setOnce: Fields | null;
  /** Settled epoch ms; absent = `timestamp` and `offsetMs` decide. */
  timeMs?: number;
  /** True = personless whatever the event says, and kept even as a merge (reference/capture.md 8.2, 16). */
  forcedPersonless?: boolean;
}

/** Fields of the right types, by wire names (reference/capture.md 3). */
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
 * Types first, so that an unreadable request gets this error before any other.
 * @throws HogletError 400 `failed to parse request: …` naming the field
 */
export function parseWireEvent(value: unknown): WireEvent {
  if (!isFields(value)) throw unparsable(`expected an event object, not ${kindOf(value)}`);
  expectText(value["event"], "event");
  expectText(value["uuid"], "uuid");
  expectText(value["timestamp"], "timestamp");
  const uuid = value["uuid"];
  if (typeof uuid === "string" && uuid !== "" && toUuid(uuid) === null) throw unparsable("uuid is malformed");
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

/** Fields of an event whose depth is checked together with their type. */
const CHECKED: ReadonlySet<string> = new Set(["properties", "$set", "$set_once"]);

/**
 * Refuses fields that are nested too deeply, even unread ones, as large requests do.
 * @param but fields that are checked elsewhere
 * @throws HogletError 400 naming the field
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

/** The distinct id as sent: from the top level unless missing or null, else from the properties. */
export function sentId(event: WireEvent): unknown {
  return event.distinct_id ?? event.$distinct_id ?? event.properties?.["distinct_id"];
}

/**
 * Converts an event to hoglet's names. An event without a name is an `$identify` when `isEngage`.
 * @throws HogletError 400 without a name or a distinct id, or with a `$cookieless_mode` that is not a boolean
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
    uuid: event.uuid ? usualForm(event.uuid) : null,
    timestamp: event.timestamp ?? null,
    offsetMs: event.offset ?? null,
    properties,
    set: event.$set ?? null,
    setOnce: event.$set_once ?? null,
  };
}

/** A uuid that passed, with 36 characters, is not parsed again. */
function usualForm(uuid: string): string | null {
  return uuid.length === 36 ? uuid.toLowerCase() : toUuid(uuid);
}

function expectText(value: unknown, name: string): void {
  if (value === undefined || value === null || typeof value === "string") return;
  throw unparsable(`${name} must be a string, not ${kindOf(value)}`);
}

function expectObject(value: unknown, name: string): void {
  if (!isFields(value)) throw unparsable(`${name} must be an object, not ${kindOf(value)}`);
  expectShallow(value, name);
}

function expectShallow(value: unknown, name: string): void {
  if (typeof value === "object" && value !== null && isTooDeep(value)) {
    // Cut, since a client chooses the name.
    throw unparsable(`${name.slice(0, 100).toWellFormed()} is nested deeper than ${MAX_DEPTH} levels`);
  }
}

function kindOf(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "list" : typeof value;
}

function unparsable(why: string): HogletError {
  return unreadable(`failed to parse request: ${why}`);
}
