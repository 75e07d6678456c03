import { BadRecord } from "../values/bad-record.ts";
import { uuidOfId } from "../values/event-id.ts";
import { fieldsAt, hasAll, put, textAt } from "../values/fields.ts";
import { toTime } from "../values/time.ts";
import type { Link, Sink } from "../stage/mapped-event.ts";
import type { Fields } from "../../base/fields.ts";
import type { SourceName } from "../../base/source-names.ts";
import type { Mapping, Setting } from "./mapping.ts";
import { contextProperties } from "./segment-context.ts";

const CALLS = new Set(["track", "identify", "page", "screen", "group", "alias"]);

/** Calls of Segment's libraries, as it stores them in S3. */
export const segment: Mapping = {
  source: "segment",
  kind: "Segment calls",
  fits: (first) => areCalls(first.fields) && !isOfRudder(first.fields),
  open: (setting) => (record, sink) => mapCall("segment", record, sink, setting),
};

/** Segment's calls with RudderStack's additions. */
export const rudderstack: Mapping = {
  source: "rudderstack",
  kind: "RudderStack calls",
  fits: (first) => areCalls(first.fields) && isOfRudder(first.fields),
  open: (setting) => (record, sink) => mapCall("rudderstack", record, sink, setting),
};

function areCalls(fields: Fields): boolean {
  return hasAll(fields, "messageId", "type") && CALLS.has(textAt(fields, "type") ?? "");
}

function isOfRudder(fields: Fields): boolean {
  return Object.hasOwn(fields, "rudderId") || hasAll(fields, "channel", "request_ip");
}

/** A call in its wire form, with names in camelCase. */
function mapCall(source: SourceName, record: Fields, sink: Sink, setting: Setting): void {
  const user = textAt(record, "userId");
  const anonymous = textAt(record, "anonymousId");
  const ids = { user, anonymous, distinctId: user ?? anonymous };
  if (ids.distinctId === null) return sink.skip("no id");
  const made = toEvent(record, ids, setting.groupType);
  if (typeof made === "string") return sink.skip(made);
  sink.event({
    event: made.event,
    distinctId: ids.distinctId,
    timestampMs: timeOf(record),
    properties: { ...contextProperties(record), ...made.properties },
    uuid: uuidOfId(source, record, "messageId"),
    merges: made.merges ?? null,
  });
}

/** Ids of a call. */
export interface CallIds {
  user: string | null;
  anonymous: string | null;
  distinctId: string | null;
}

/** The event of a call; a text = the reason why there is none. */
export interface MadeEvent {
  event: string;
  properties: Fields;
  merges?: Link | null;
}

function toEvent(record: Fields, ids: CallIds, groupType: string): MadeEvent | string {
  const properties = { ...fieldsAt(record, "properties") };
  const traits = { ...fieldsAt(fieldsAt(record, "context"), "traits"), ...fieldsAt(record, "traits") };
  switch (record["type"]) {
    case "track": {
      const name = textAt(record, "event");
      return name === null ? "track without a name" : { event: name, properties: withSet(properties, traits) };
    }
    case "page":
      for (const key of ["name", "category"]) put(properties, key, record[key]);
      return { event: "$pageview", properties: withSet(properties, fieldsAt(fieldsAt(record, "context"), "traits")) };
    case "screen":
      put(properties, "$screen_name", record["name"]);
      return { event: "$screen", properties };
    case "identify":
      return toIdentify(traits, ids);
    case "group":
      return toGroupIdentify(textAt(record, "groupId"), fieldsAt(record, "traits"), groupType);
    case "alias":
      return toAlias(textAt(record, "previousId"), ids);
    default:
      throw new BadRecord(`type: expected one of ${[...CALLS].join(", ")}`);
  }
}

/** Merges the anonymous id into the user; without both ids it only sets properties. */
export function toIdentify(traits: Fields, { user, anonymous }: CallIds): MadeEvent {
  const merges = user !== null && anonymous !== null && user !== anonymous ? { user, device: anonymous } : null;
  const properties = { ...(merges !== null && { $anon_distinct_id: merges.device }), $set: traits };
  return { event: "$identify", properties, merges };
}

/** Joins the previous id to the user. */
export function toAlias(previous: string | null, { user }: CallIds): MadeEvent | string {
  if (previous === null || user === null) return "alias without two ids";
  return { event: "$create_alias", properties: { alias: previous } };
}

/** Properties of a group, of the type that the traits name. */
export function toGroupIdentify(key: string | null, given: Fields, groupType: string): MadeEvent | string {
  if (key === null) return "group without an id";
  const { groupType: named, ...traits } = given;
  const type = typeof named === "string" && named !== "" ? named : groupType;
  return {
    event: "$groupidentify",
    properties: { $group_type: type, $group_key: key, $group_set: traits, $groups: { [type]: key } },
  };
}

function withSet(properties: Fields, traits: Fields): Fields {
  if (Object.keys(traits).length > 0) properties["$set"] = traits;
  return properties;
}

/** `timestamp` is corrected by the error of the client's clock, so it comes first. */
function timeOf(record: Fields): number {
  for (const key of ["timestamp", "originalTimestamp", "receivedAt"]) {
    const ms = toTime(record[key], "UTC");
    if (ms !== null) return ms;
  }
  throw new BadRecord("timestamp: this field is required");
}
