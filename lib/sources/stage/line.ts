import { toIso } from "../../base/clock.ts";
import type { Fields } from "../../base/fields.ts";
import type { MappedEvent, MappedPerson } from "./mapped-event.ts";

/** An event as a line of hoglet's own format. */
export function toLine({ event, distinctId, timestampMs, uuid, properties }: MappedEvent & { uuid: string }): string {
  return JSON.stringify({
    kind: "event",
    event,
    distinct_id: distinctId,
    timestamp: toIso(timestampMs),
    uuid,
    properties,
  });
}

export function toPersonLine({ distinctIds, properties, createdAtMs }: MappedPerson): string {
  return JSON.stringify({
    kind: "person",
    distinct_ids: distinctIds,
    properties,
    ...(createdAtMs !== null && { created_at: toIso(createdAtMs) }),
  });
}

export interface EventBody {
  kind: "event";
  event: string;
  distinct_id: string;
  timestamp: string;
  uuid: string;
  properties: Fields;
}
