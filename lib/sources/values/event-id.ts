import { createHash } from "node:crypto";
import { v5 as uuidV5 } from "uuid";
import type { Fields } from "../../base/fields.ts";
import { toUuid } from "../../base/ids.ts";
import { textAt } from "./fields.ts";

// uuids of imported events (docs/import.md). The rule can never change: a second import finds its events by it.

/** The namespace of uuids that follow from ids and contents. */
const NAMESPACE = "5f0a6f8e-2c1d-4b7a-9e63-d84c1b7f2a90";

/** PostHog's namespace for Mixpanel's `$insert_id`: its 16 bytes are this text. */
const MIXPANEL_NAMESPACE = Buffer.from("posthog_mixpanel", "latin1");

/** The uuid of an event by its id in the source. */
export function uuidOfParts(source: string, parts: readonly string[]): string {
  return uuidV5([source, ...parts].join("\n").toWellFormed(), NAMESPACE);
}

/** The id itself if it is a UUID, else a uuid that follows from it. Null = the event has no id. */
export function uuidOfId(source: string, fields: Fields, key: string): string | null {
  const id = textAt(fields, key);
  if (id === null) return null;
  return toUuid(id) ?? uuidOfParts(source, [id]);
}

/** The uuid that PostHog's own importer gives an event of Mixpanel. */
export function uuidOfInsertId(insertId: string): string {
  return uuidV5(insertId.toWellFormed(), MIXPANEL_NAMESPACE);
}

/**
 * The uuid of an event without an id.
 * @param record its JSON with sorted keys
 * @param earlier number of equal records before it in the same input
 */
export function uuidOfRecord(source: string, record: string, earlier: number): string {
  return uuidV5(`${source}\n${record}\n${earlier}`.toWellFormed(), NAMESPACE);
}

/** The JSON of a value with the keys of every object sorted. */
export function toSortedJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(toSortedJson).join(",")}]`;
  // Milliseconds alone, as ever: the uuid of a record may not change.
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? "null" : JSON.stringify(value.toISOString());
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  const fields = Object.entries(value).filter(([, field]) => field !== undefined);
  const sorted = fields.toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `{${sorted.map(([key, field]) => `${JSON.stringify(key)}:${toSortedJson(field)}`).join(",")}}`;
}

/** A short key for equal records. */
export function toDigest(text: string): Buffer {
  return createHash("sha256").update(text).digest().subarray(0, 16);
}
