import { isFields } from "../../base/fields.ts";
import { BadRecord } from "../values/bad-record.ts";
import type { MappedEvent } from "./mapped-event.ts";

// Capture's own limits (reference/capture.md 3, 7, 13): an event that it would drop later is a bad record now.
const MAX_PROPERTIES_CHARS = 1_000_000;
const EARLIEST_MS = -62_167_219_200_000;
const LATEST_MS = 253_402_300_799_999;
const MERGED_IDS = new Map([
  ["$identify", "$anon_distinct_id"],
  ["$create_alias", "alias"],
  ["$merge_dangerously", "alias"],
]);

/** @throws BadRecord for an event that could not be stored whole */
export function requireStorable({ event, distinctId, timestampMs, properties }: MappedEvent): void {
  if (event.trim() === "") throw new BadRecord("The event has no name");
  if (distinctId.trim() === "") throw new BadRecord("The event has no distinct id");
  if (!(timestampMs >= EARLIEST_MS && timestampMs <= LATEST_MS))
    throw new BadRecord("Its time is before the year 0 or after the year 9999");
  const name = MERGED_IDS.get(event);
  const merged = name === undefined ? undefined : properties[name];
  if (merged !== undefined && merged !== null && typeof merged !== "string") {
    throw new BadRecord(`${name} is no text`);
  }
  for (const key of ["$set", "$set_once"]) {
    if (properties[key] !== undefined && !isFields(properties[key])) throw new BadRecord(`${key} is no object`);
  }
  if (JSON.stringify(properties).length > MAX_PROPERTIES_CHARS) {
    throw new BadRecord(`Its properties have more than ${MAX_PROPERTIES_CHARS} characters`);
  }
}
