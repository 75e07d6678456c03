import { BadRecord } from "../values/bad-record.ts";
import { uuidOfParts } from "../values/event-id.ts";
import { fieldsAt, hasAll, put, rename, textAt } from "../values/fields.ts";
import { isFields } from "../../base/fields.ts";
import type { Fields } from "../../base/fields.ts";
import { toUuid } from "../../base/ids.ts";
import { toTime } from "../values/time.ts";
import type { Mapping } from "./mapping.ts";
import { pick } from "./pick.ts";
import type { MappedEvent, Sink } from "../stage/mapped-event.ts";

const NAMES: Record<string, string> = {
  "[Amplitude] Page Viewed": "$pageview",
  "[Amplitude] Element Clicked": "$autocapture",
  "[Amplitude] Element Changed": "$autocapture",
};

const OF_EVENT: Record<string, string> = {
  "[Amplitude] Page URL": "$current_url",
  "[Amplitude] Page Domain": "$host",
  "[Amplitude] Page Path": "$pathname",
  "[Amplitude] Viewport Height": "$viewport_height",
  "[Amplitude] Viewport Width": "$viewport_width",
  referrer: "$referrer",
  referring_domain: "$referring_domain",
};

const OF_RECORD: Record<string, string> = {
  user_id: "$amplitude_user_id",
  device_id: "$amplitude_device_id",
  event_id: "$amplitude_event_id",
  country: "$geoip_country_name",
  city: "$geoip_city_name",
  region: "$geoip_subdivision_1_name",
  ip_address: "$ip",
};

const DEVICE_TYPES: Record<string, string> = { iOS: "Mobile", Android: "Mobile", Windows: "Desktop", Linux: "Desktop" };

const SET = [
  "$os",
  "$browser",
  "$browser_version",
  "$device_type",
  "$current_url",
  "$pathname",
  "$referrer",
  "$referring_domain",
  "$geoip_country_name",
  "$geoip_city_name",
  "$geoip_subdivision_1_name",
];

/** First values of a person, as Amplitude's `user_properties` hold them. */
const INITIAL: Record<string, string> = {
  initial_referrer: "$initial_referrer",
  initial_referring_domain: "$initial_referring_domain",
  initial_utm_source: "$initial_utm_source",
  initial_utm_medium: "$initial_utm_medium",
  initial_utm_campaign: "$initial_utm_campaign",
  initial_utm_content: "$initial_utm_content",
};

/** Events of Amplitude's export API and of its sync to object stores. */
export const amplitude: Mapping = {
  source: "amplitude",
  kind: "Amplitude export",
  fits: ({ fields, isTable }) =>
    !isTable &&
    Object.hasOwn(fields, "event_type") &&
    (Object.hasOwn(fields, "event_properties") || Object.hasOwn(fields, "event_time")) &&
    ["amplitude_id", "device_id", "$insert_id"].some((key) => Object.hasOwn(fields, key)),
  open: () => mapEvent,
};

/** The second kind of file of the sync; merges are not in the events. */
export const amplitudeMerges: Mapping = {
  source: "amplitude",
  kind: "Amplitude merged ids",
  fits: ({ fields }) => hasAll(fields, "merged_amplitude_id"),
  // Nothing in this file names a user or a device: only Amplitude's own numbers.
  open: () => (_, sink) => sink.skip("merged Amplitude id"),
};

function mapEvent(record: Fields, sink: Sink): void {
  const type = textAt(record, "event_type");
  if (type === null) return sink.skip("no event type");
  if (type === "session_start") return sink.skip(type);
  const user = textAt(record, "user_id");
  const device = textAt(record, "device_id");
  const distinctId = user ?? device ?? textAt(record, "amplitude_id");
  if (distinctId === null) return sink.skip("no id");
  const timestampMs = timeOf(record);
  const properties = toProperties(record);
  sink.event({
    event: NAMES[type] ?? type,
    distinctId,
    timestampMs,
    properties,
    uuid: uuidOf(record),
    link: user !== null && device !== null ? { user, device } : null,
  } satisfies MappedEvent);
  for (const [groupType, groups] of Object.entries(fieldsAt(record, "group_properties"))) {
    if (!isFields(groups)) continue;
    for (const [key, values] of Object.entries(groups)) if (isFields(values)) sink.group(groupType, key, values);
  }
}

const TIMES = ["event_time", "client_event_time", "server_received_time"];

function timeOf(record: Fields): number {
  for (const key of TIMES) {
    try {
      const ms = toTime(record[key], "UTC");
      if (ms !== null) return ms;
    } catch (error) {
      if (!(error instanceof BadRecord)) throw error;
    }
  }
  throw new BadRecord("event_time: no time that can be read");
}

function uuidOf(record: Fields): string | null {
  const uuid = toUuid(textAt(record, "uuid") ?? "");
  if (uuid !== null) return uuid;
  const insertId = textAt(record, "$insert_id");
  return insertId === null ? null : uuidOfParts("amplitude", [textAt(record, "device_id") ?? "", insertId]);
}

function toProperties(record: Fields): Fields {
  const given = fieldsAt(record, "event_properties");
  const properties: Fields = { ...given };
  rename(properties, given, OF_EVENT);
  rename(properties, record, OF_RECORD);
  put(properties, "$device_id", record["device_id"]);
  const session = record["session_id"];
  if (session !== 0 && session !== -1) put(properties, "$amplitude_session_id", session);
  putDevice(properties, record);
  const groups = toGroups(fieldsAt(record, "groups"));
  if (Object.keys(groups).length > 0) properties["$groups"] = groups;
  const { set, setOnce } = toPerson(fieldsAt(record, "user_properties"));
  properties["$set"] = { ...set, ...pick(properties, SET) };
  if (Object.keys(setOnce).length > 0) properties["$set_once"] = setOnce;
  return properties;
}

/** Web: `os_name` is the browser and `device_type` the system. Apps: `os_name` is the system. */
function putDevice(properties: Fields, record: Fields): void {
  const type = textAt(record, "device_type");
  if (record["platform"] === "iOS" || record["platform"] === "Android") {
    put(properties, "$os", record["os_name"] ?? record["platform"]);
    rename(properties, record, {
      os_version: "$os_version",
      device_model: "$device_model",
      device_manufacturer: "$device_manufacturer",
      version_name: "$app_version",
    });
    put(properties, "$device_type", "Mobile");
    return;
  }
  const version = textAt(record, "os_version");
  put(properties, "$browser", record["os_name"]);
  put(properties, "$browser_version", version !== null && /^\d{1,9}$/.test(version) ? Number(version) : version);
  put(properties, "$os", type);
  put(properties, "$device_type", DEVICE_TYPES[type ?? ""]);
}

/** The first key of each type. */
function toGroups(groups: Fields): Fields {
  const found: Fields = {};
  for (const [type, keys] of Object.entries(groups)) {
    const key: unknown = Array.isArray(keys) ? keys[0] : keys;
    if (typeof key === "string" || typeof key === "number") put(found, type, String(key));
  }
  return found;
}

/** Amplitude writes `EMPTY` for no value. */
function toPerson(given: Fields): { set: Fields; setOnce: Fields } {
  const set: Fields = {};
  const setOnce: Fields = {};
  for (const [key, value] of Object.entries(given)) {
    if (value === "EMPTY") continue;
    if (key.startsWith("initial_")) put(setOnce, INITIAL[key] ?? `$${key}`, value);
    else put(set, key, value);
  }
  return { set, setOnce };
}
