import { toUuid } from "../../../base/ids.ts";
import { isTooDeep } from "../../../base/depth.ts";
import { isFields } from "../../../base/fields.ts";
import { isLongerThan } from "../../../people/persons/index.ts";
import { toDistinctId } from "../distinct-id.ts";
import type { RawEvent } from "../raw-event.ts";
import { eventTime } from "../timestamp.ts";
import type { V1Event } from "./batch.ts";
import { isIllegalV1Id } from "./illegal-id.ts";
import { parseOptions } from "./options.ts";
import type { EventOptions } from "./options.ts";
import { parseRfc3339 } from "./rfc3339.ts";

/** The result of one event, as clients receive it. */
export interface V1Result {
  result: "ok" | "drop";
  /** Why it was dropped, or how changed. */
  details?: string;
}

/** The result, and the event to store (null = dropped). */
export interface Verdict {
  result: V1Result;
  event: RawEvent | null;
}

/** Facts that apply to all events of a request. */
export interface Sending {
  /** The server's clock. */
  nowMs: number;
  /** The client's time of sending. */
  sentAtMs: number;
  sdk: { name: string; version: string } | null;
}

const MAX_NAME_LENGTH = 200;
const MAX_ID_LENGTH = 200;

/**
 * Decides on one event (reference/capture.md 8.2): an invalid one is dropped with a reason. Writes the server's
 * properties into the event's own.
 */
export function checkEvent(event: V1Event, sending: Sending): Verdict {
  const name = toNameFault(event.event);
  if (name !== null) return drop(name);
  const distinctId = toDistinctId(event.distinct_id);
  if (distinctId === null) return drop("missing_distinct_id");
  if (isLongerThan(event.distinct_id, MAX_ID_LENGTH)) return drop("distinct_id_too_large");
  const sentMs = parseRfc3339(event.timestamp);
  if (sentMs === null) return drop("invalid_event_timestamp");
  const { properties } = event;
  if (!isFields(properties) || isTooDeep(properties)) return drop("malformed_event_properties");
  if (event.event === "$performance_event") return drop("dropped_performance_event");
  const options = parseOptions(event.options);
  if (options === null) return drop("invalid_options");

  writeProperties(properties, event, options, sending);
  const isIllegal = isIllegalV1Id(distinctId);
  return {
    result: isIllegal ? { result: "ok", details: "person_processing_disabled" } : { result: "ok" },
    event: {
      event: event.event,
      distinctId,
      uuid: toUuid(event.uuid),
      timestamp: event.timestamp,
      offsetMs: null,
      properties,
      set: null,
      setOnce: null,
      timeMs: options.disableSkewCorrection === true ? sentMs : toServerTime(event.timestamp, sending),
      forcedPersonless: isIllegal,
    },
  };
}

function toNameFault(name: string): string | null {
  if (name === "") return "missing_event_name";
  return isLongerThan(name, MAX_NAME_LENGTH) ? "event_name_too_long" : null;
}

function drop(details: string): Verdict {
  return { result: { result: "drop", details }, event: null };
}

/** Subtracts the client's skew, then applies the bounds of every capture route. */
function toServerTime(timestamp: string, { nowMs, sentAtMs }: Sending): number {
  return eventTime({ timestamp, offsetMs: null, sentAtMs, nowMs, ignoreSentAt: false }).timestampMs;
}

/** An absent option leaves the client's property. */
function writeProperties(
  properties: Record<string, unknown>,
  event: V1Event,
  options: EventOptions,
  { sdk }: Sending,
): void {
  const written: [key: string, value: unknown][] = [
    ["$session_id", event.session_id],
    ["$window_id", event.window_id],
    ["$cookieless_mode", options.cookielessMode],
    ["$ignore_sent_at", options.disableSkewCorrection],
    ["$process_person_profile", options.processPersonProfile],
    ["$product_tour_id", options.productTourId],
    ["$lib", sdk?.name],
    ["$lib_version", sdk?.version],
  ];
  for (const [key, value] of written) if (value !== undefined && value !== null) properties[key] = value;
}
