import { MAX_GROUP_KEY_LENGTH, toGroupKey } from "../../people/groups/index.ts";
import { isLongerThan } from "../../people/persons/index.ts";
import { toJson } from "../../storage/index.ts";
import type { RawEvent } from "./body.ts";
import { eventTime } from "./timestamp.ts";

/** An event to store: names final, time corrected, person data in `properties`. */
export interface CleanEvent {
  /** Null = storing creates it. */
  uuid: string | null;
  event: string;
  distinctId: string;
  timestampMs: number;
  properties: Record<string, unknown>;
  /** Autocapture elements: JSON list text or the SDK's chain text; null = none. */
  elements: string | null;
  /** False = a personless event. */
  processPerson: boolean;
  /** Personless, but keeps its groups when its person was known well before (reference/capture.md 16). */
  mayUpgrade: boolean;
}

/** A finding about an event, for its developer; `drops` = the event is not stored. */
export interface Finding {
  type: string;
  details: Record<string, unknown>;
  drops: boolean;
}

/** The time and the origin of a request. */
export interface Arrival {
  nowMs: number;
  sentAtMs: number | null;
  /** Null = unknown, or not kept. */
  ip: string | null;
  /** False = never in this project. */
  processPersons: boolean;
  /** Removes `$ip` from events. */
  anonymizeIps: boolean;
}

const MAX_NAME_LENGTH = 200;
const MAX_STORED_ID_LENGTH = 400;
const MAX_ELEMENT_TEXT = 400;
const MAX_ELEMENT_HREF = 2048;

const MERGING = new Set(["$identify", "$create_alias", "$merge_dangerously"]);

/** Properties removed from every stored event (reference/capture.md 19). */
const DROPPED_KEYS = ["ph_product_tours", "$product_tours_activated", "$override_feature_flag_payloads"];

/**
 * Turns a checked event into its stored form (reference/capture.md 4, 13, 16). Pure, except for the event's own
 * `properties`. Null = dropped; `found` has the findings.
 */
export function clean(raw: RawEvent, arrival: Arrival, found: Finding[]): CleanEvent | null {
  const { properties } = raw;
  if (isLongerThan(raw.distinctId, MAX_STORED_ID_LENGTH)) {
    return drop(found, "skipping_event_invalid_distinct_id", { limit: MAX_STORED_ID_LENGTH });
  }
  const event = cut(raw.event, MAX_NAME_LENGTH);
  const badMerge = MERGING.has(event) ? toBadMerge(event, properties) : null;
  if (badMerge !== null) return drop(found, badMerge, { distinct_id: raw.distinctId });

  // Only an event that waives persons itself contradicts itself, not a project's setting or an illegal id.
  const isWaived = raw.forcedPersonless !== true && properties["$process_person_profile"] === false;
  if (isWaived && MERGING.has(event)) {
    return drop(found, "invalid_event_when_process_person_profile_is_false", { event });
  }
  if (event === "$groupidentify" && toGroupKey(properties["$group_key"] ?? "").length > MAX_GROUP_KEY_LENGTH) {
    return drop(found, "group_key_too_long", { limit: MAX_GROUP_KEY_LENGTH });
  }
  if (raw.forcedPersonless === true) properties["$process_person_profile"] = false;
  const processPerson = decidePerson(properties, arrival, found);
  liftPersonData(raw, processPerson && event !== "$groupidentify");
  setIp(properties, arrival);
  for (const key of DROPPED_KEYS) if (key in properties) delete properties[key];

  const time = eventTime({
    timestamp: raw.timestamp,
    offsetMs: raw.offsetMs,
    sentAtMs: arrival.sentAtMs,
    nowMs: arrival.nowMs,
    ignoreSentAt: properties["$ignore_sent_at"] === true,
  });
  if (time.warning !== null) {
    found.push({ type: time.warning, details: { timestamp: raw.timestamp, offset: raw.offsetMs }, drops: false });
  }
  return {
    uuid: raw.uuid,
    event,
    distinctId: raw.distinctId,
    timestampMs: raw.timeMs ?? time.timestampMs,
    properties,
    elements: takeElements(properties),
    processPerson,
    mayUpgrade: !processPerson && arrival.processPersons,
  };
}

function drop(found: Finding[], type: string, details: Record<string, unknown>): null {
  found.push({ type, details, drops: true });
  return null;
}

function toBadMerge(event: string, properties: Record<string, unknown>): string | null {
  const key = event === "$identify" ? "$anon_distinct_id" : "alias";
  const value = properties[key];
  if (value === undefined || value === null || typeof value === "string") return null;
  return event === "$identify" ? "invalid_anon_distinct_id" : "invalid_alias";
}

function decidePerson(properties: Record<string, unknown>, arrival: Arrival, found: Finding[]): boolean {
  const wanted = properties["$process_person_profile"];
  if (wanted !== undefined && typeof wanted !== "boolean") {
    found.push({ type: "invalid_process_person_profile", details: { value: wanted }, drops: false });
  }
  if (wanted === false || !arrival.processPersons) {
    properties["$process_person_profile"] = false;
    return false;
  }
  if (wanted !== undefined) delete properties["$process_person_profile"];
  return true;
}

/** Moves top-level `$set` and `$set_once` into `properties`, where they win, or removes all person data. */
function liftPersonData(raw: RawEvent, keeps: boolean): void {
  const { properties } = raw;
  if (keeps) {
    lift(properties, "$set", raw.set);
    lift(properties, "$set_once", raw.setOnce);
    return;
  }
  delete properties["$set"];
  delete properties["$set_once"];
  delete properties["$unset"];
}

function lift(
  properties: Record<string, unknown>,
  key: "$set" | "$set_once",
  top: Record<string, unknown> | null,
): void {
  const own = properties[key];
  const isObject = typeof own === "object" && own !== null && !Array.isArray(own);
  if (own !== undefined && !isObject) properties[key] = {};
  if (top !== null) properties[key] = isObject ? { ...own, ...top } : top;
}

function setIp(properties: Record<string, unknown>, arrival: Arrival): void {
  // Null = the sender says that the connection's address is not the person's.
  if (arrival.anonymizeIps || properties["$ip"] === null) delete properties["$ip"];
  else if (arrival.ip !== null && properties["$ip"] === undefined) properties["$ip"] = arrival.ip;
}

function takeElements(properties: Record<string, unknown>): string | null {
  const chain = properties["$elements_chain"];
  const list = properties["$elements"];
  if (chain === undefined && list === undefined) return null;
  delete properties["$elements_chain"];
  delete properties["$elements"];
  if (typeof chain === "string" && chain !== "") return chain;
  return Array.isArray(list) && list.length > 0 ? toJson(list.map(toElement)) : null;
}

/** Converts an element from the SDK's form to the stored field names. */
function toElement(sent: unknown): Record<string, unknown> {
  const element = typeof sent === "object" && sent !== null ? (sent as Record<string, unknown>) : {};
  const attributes = Object.entries(element).filter(([key]) => key.startsWith("attr__"));
  const classes = element["attr__class"] ?? element["attr_class"];
  const text = element["$el_text"] ?? element["text"];
  const href = element["attr__href"] ?? element["href"];
  const id = element["attr__id"] ?? element["attr_id"];
  return {
    tag_name: toScalarText(element["tag_name"]),
    ...(typeof text === "string" && { text: cut(text, MAX_ELEMENT_TEXT) }),
    ...(typeof href === "string" && { href: cut(href, MAX_ELEMENT_HREF) }),
    ...(typeof id === "string" && { attr_id: id }),
    ...(classes !== undefined && { attr_class: toClasses(classes) }),
    ...(typeof element["nth_child"] === "number" && { nth_child: element["nth_child"] }),
    ...(typeof element["nth_of_type"] === "number" && { nth_of_type: element["nth_of_type"] }),
    ...(attributes.length > 0 && { attributes: Object.fromEntries(attributes) }),
  };
}

function toClasses(value: unknown): string[] {
  const names = Array.isArray(value) ? value.map(toScalarText) : toScalarText(value).split(/\s+/);
  return names.filter(Boolean);
}

/** An object's `toString` may be any JSON value. */
function toScalarText(value: unknown): string {
  return typeof value === "object" ? "" : String(value ?? "");
}

/** The first `limit` code points. */
function cut(text: string, limit: number): string {
  return isLongerThan(text, limit) ? [...text].slice(0, limit).join("") : text;
}
