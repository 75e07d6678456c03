import { isFields } from "../../base/fields.ts";
import type { Fields } from "../../base/fields.ts";
import { BadRecord } from "../values/bad-record.ts";
import { toCellValue } from "../values/cell.ts";
import { uuidOfInsertId } from "../values/event-id.ts";
import { fieldsAt, put, rename, textAt } from "../values/fields.ts";
import { asLocal, toTime } from "../values/time.ts";
import type { Link, Sink } from "../stage/mapped-event.ts";
import { countryName } from "./country-name.ts";
import type { Mapping, Setting } from "./mapping.ts";
import { pick } from "./pick.ts";

/** Properties that say nothing about the event. */
const NOISE = new Set([
  "time",
  "distinct_id",
  "$insert_id",
  "mp_processing_time_ms",
  "$mp_api_endpoint",
  "$mp_api_timestamp_ms",
  "$geo_source",
  "$city",
  "$region",
  "mp_country_code",
]);

const SET = [
  "$browser",
  "$browser_version",
  "$os",
  "$os_version",
  "$device",
  "$device_type",
  "$current_url",
  "$referrer",
  "$referring_domain",
  "$geoip_city_name",
  "$geoip_subdivision_1_name",
  "$geoip_country_code",
  "$geoip_country_name",
];

const SET_ONCE = [
  "$initial_referrer",
  "$initial_referring_domain",
  "$initial_utm_source",
  "$initial_utm_medium",
  "$initial_utm_campaign",
  "$initial_utm_content",
  "$initial_utm_term",
];

export const mixpanel: Mapping = {
  source: "mixpanel",
  kind: "Mixpanel export",
  fits: ({ fields, isTable }) =>
    !isTable && typeof fields["event"] === "string" && typeof fieldsAt(fields, "properties")["time"] === "number",
  open: (setting) => (record, sink) => mapEvent(record, sink, setting),
};

function mapEvent(record: Fields, sink: Sink, setting: Setting): void {
  if (!isFields(record["properties"])) throw new BadRecord("properties: expected an object");
  const given = record["properties"];
  const name = textAt(record, "event");
  if (name === null) throw new BadRecord("event: expected a text");
  const distinctId = distinctIdOf(given);
  if (distinctId === null) return sink.skip("no id");
  const insertId = textAt(given, "$insert_id");
  const merge = toMerge(name, given);
  const device = textAt(given, "$device_id");
  sink.event({
    event: merge?.event ?? (name === "$mp_web_page_view" ? "$pageview" : name),
    distinctId: merge?.distinctId ?? distinctId,
    timestampMs: timeOf(given, setting),
    properties: { ...toProperties(given), ...merge?.properties },
    uuid: insertId === null ? null : uuidOfInsertId(insertId),
    isForm: distinctId.startsWith("$device:") || distinctId === device,
    merges: merge?.link ?? null,
    link: merge === null ? linkOf(given) : null,
  });
}

/** The id at the time of the export; before an identity merge it may name only the device or the cluster. */
function distinctIdOf(given: Fields): string | null {
  const id = textAt(given, "distinct_id");
  const before = typeof given["$distinct_id_before_identity"] === "string" ? given["$distinct_id_before_identity"] : "";
  const isVague = id === null || id.startsWith("$device:") || (/^[A-Z0-9-]+$/.test(id) && /[A-Z]/.test(id));
  if (before !== "" && isVague) return before;
  return id ?? textAt(given, "$user_id") ?? textAt(given, "$device_id");
}

/** Seconds, or milliseconds. In projects from before 2023 they count from 1970 in the project's zone. */
function timeOf(given: Fields, { zone, isZoneGiven }: Setting): number {
  const time = Number(textAt(given, "time") ?? Number.NaN);
  if (!Number.isFinite(time)) throw new BadRecord("properties.time: expected seconds since 1970");
  const ms = Math.floor(time > 10_000_000_000 ? time : time * 1000);
  return isZoneGiven ? asLocal(ms, zone) : ms;
}

/** Simplified ID merge: both ids on one event. Anonymous events carry the device's id with `$device:` before it, or without. */
function linkOf(given: Fields): Link | null {
  const user = textAt(given, "$user_id");
  const device = textAt(given, "$device_id");
  return user === null || device === null ? null : { user, device, forms: [`$device:${device}`] };
}

interface Merge {
  event: string;
  distinctId: string;
  properties: Fields;
  link: Link | null;
}

/** Events of Original ID merge that join two ids. */
function toMerge(name: string, given: Fields): Merge | null {
  if (name === "$identify") {
    const user = textAt(given, "$identified_id");
    const device = textAt(given, "$anon_id");
    if (user === null || device === null) return null;
    return { event: name, distinctId: user, properties: { $anon_distinct_id: device }, link: { user, device } };
  }
  if (name === "$create_alias") {
    const alias = textAt(given, "alias");
    const id = textAt(given, "distinct_id");
    return alias === null || id === null ? null : { event: name, distinctId: id, properties: { alias }, link: null };
  }
  const ids = given["$distinct_ids"];
  if (name !== "$merge" || !Array.isArray(ids) || ids.length !== 2) return null;
  const [id, alias] = ids.map(String) as [string, string];
  return { event: "$merge_dangerously", distinctId: id, properties: { alias }, link: null };
}

function toProperties(given: Fields): Fields {
  const properties: Fields = {};
  for (const [key, value] of Object.entries(given)) if (!NOISE.has(key)) put(properties, key, value);
  putPlace(properties, given, "mp_country_code");
  rename(properties, given, { $user_id: "$mixpanel_user_id", $device_id: "$mixpanel_device_id" });
  if (properties["$initial_referrer"] === "$direct") delete properties["$initial_referrer"];
  if (properties["$initial_referring_domain"] === "$direct") delete properties["$initial_referring_domain"];
  properties["$set"] = pick(properties, SET);
  properties["$set_once"] = pick(properties, SET_ONCE);
  return properties;
}

function putPlace(properties: Fields, given: Fields, countryKey: string): void {
  rename(properties, given, { $city: "$geoip_city_name", $region: "$geoip_subdivision_1_name" });
  const code = textAt(given, countryKey);
  put(properties, "$geoip_country_code", code);
  if (code !== null) put(properties, "$geoip_country_name", countryName(code));
}

/** Profiles: pages of the engage API, their items, or CSV of the page of users. */
export const mixpanelProfiles: Mapping = {
  source: "mixpanel",
  kind: "Mixpanel profiles",
  fits: ({ fields, isTable }) => Object.hasOwn(fields, "$distinct_id") && (isTable || isFields(fields["$properties"])),
  open: (setting) => (record, sink) => mapProfile(record, sink, setting),
};

const PROFILE_NAMES: Record<string, string> = { $email: "email", $name: "name" };
const OF_PLACE = new Set(["$city", "$region", "$country_code", "$created", "$distinct_id"]);

function mapProfile(record: Fields, sink: Sink, { isTable, zone }: Setting): void {
  const id = textAt(record, "$distinct_id");
  if (id === null || id === "undefined") return sink.skip("no id");
  const given = isTable ? toValues(record) : fieldsAt(record, "$properties");
  const properties: Fields = {};
  for (const [key, value] of Object.entries(given)) {
    if (!OF_PLACE.has(key)) put(properties, PROFILE_NAMES[key] ?? key, value);
  }
  putPlace(properties, given, "$country_code");
  sink.person({ distinctIds: [id], properties, createdAtMs: toTime(given["$created"], zone) });
}

/** The CSV writes `undefined` for no value. */
function toValues(record: Fields): Fields {
  const cells = Object.entries(record).filter(([, text]) => text !== "undefined");
  return Object.fromEntries(cells.map(([key, text]) => [key, toCellValue(String(text))]));
}
