import { isFields } from "../../base/fields.ts";
import type { Fields } from "../../base/fields.ts";
import { BadRecord } from "../values/bad-record.ts";
import { uuidOfParts } from "../values/event-id.ts";
import { fieldsAt, hasAll, put, rename, textAt } from "../values/fields.ts";
import { toTime } from "../values/time.ts";
import type { Sink } from "../stage/mapped-event.ts";
import type { Mapping } from "./mapping.ts";
import { hostOf } from "./web-address.ts";

/** Events that Google derives from others. */
const DROPPED = new Set(["session_start", "first_visit"]);

const OF_PARAMS: Record<string, string> = {
  page_title: "title",
  page_location: "$current_url",
  page_referrer: "$referrer",
};

const OF_DEVICE: Record<string, string> = {
  category: "$device_type",
  operating_system: "$os",
  operating_system_version: "$os_version",
  language: "$browser_language",
  mobile_brand_name: "$device_manufacturer",
  mobile_model_name: "$device_model",
};

const OF_WEB: Record<string, string> = { browser: "$browser", browser_version: "$browser_version", hostname: "$host" };

const OF_PLACE: Record<string, string> = {
  city: "$geoip_city_name",
  country: "$geoip_country_name",
  continent: "$geoip_continent_name",
  region: "$geoip_subdivision_1_name",
};

/** Parts of a row that stay as they are. */
const KEPT = ["traffic_source", "collected_traffic_source", "ecommerce", "app_info", "items"];

/** The campaign of this event; `traffic_source` is that of the user's first visit. */
const OF_CAMPAIGN: Record<string, string> = {
  manual_source: "utm_source",
  manual_medium: "utm_medium",
  manual_campaign_name: "utm_campaign",
  manual_content: "utm_content",
  manual_term: "utm_term",
  gclid: "gclid",
};

/** The parts of a row that tell apart what one user did in one instant. */
const ID_PARTS = [
  "user_pseudo_id",
  "event_timestamp",
  "event_name",
  "event_bundle_sequence_id",
  "batch_page_id",
  "batch_ordering_id",
  "batch_event_index",
];

export const ga4: Mapping = {
  source: "ga4",
  kind: "GA4 export of BigQuery",
  fits: ({ fields }) => hasAll(fields, "event_timestamp", "event_name", "event_params"),
  open: () => mapRow,
};

function mapRow(record: Fields, sink: Sink): void {
  const name = textAt(record, "event_name");
  if (name === null) throw new BadRecord("event_name: this field is required");
  if (DROPPED.has(name)) return sink.skip(name);
  const user = textAt(record, "user_id");
  const device = textAt(record, "user_pseudo_id");
  const distinctId = user ?? device;
  if (distinctId === null) return sink.skip("no id");
  const micros = textAt(record, "event_timestamp");
  const timestampMs = toTime(micros, "UTC", "unix_us");
  if (timestampMs === null) throw new BadRecord("event_timestamp: this field is required");
  sink.event({
    event: name === "page_view" ? "$pageview" : name,
    distinctId,
    timestampMs,
    properties: toProperties(record, device),
    uuid:
      device === null && user === null
        ? null
        : uuidOfParts(
            "ga4",
            ID_PARTS.map((key) => textAt(record, key) ?? ""),
          ),
    link: user !== null && device !== null ? { user, device } : null,
  });
}

function toProperties(record: Fields, device: string | null): Fields {
  const params = toParams(record["event_params"]);
  const properties: Fields = { ...params };
  for (const [key, name] of Object.entries(OF_PARAMS)) {
    delete properties[key];
    put(properties, name, params[key]);
  }
  const given = fieldsAt(record, "device");
  put(properties, "$host", hostOf(textAt(properties, "$current_url")));
  rename(properties, known(given), OF_DEVICE);
  rename(properties, known(fieldsAt(given, "web_info")), OF_WEB);
  rename(properties, known(fieldsAt(record, "geo")), OF_PLACE);
  rename(properties, known(fieldsAt(record, "collected_traffic_source")), OF_CAMPAIGN);
  for (const key of KEPT) if (!isEmpty(record[key])) put(properties, key, toPlain(record[key]));
  put(properties, "$device_id", device);
  const session = textAt(properties, "ga_session_id");
  if (session !== null && device !== null) properties["$session_id"] = `${device}.${session}`;
  const set = toParams(record["user_properties"]);
  for (const key of ["user_first_touch_timestamp", "user_ltv"]) put(set, key, toPlain(record[key]));
  if (Object.keys(set).length > 0) properties["$set"] = set;
  return properties;
}

/** Google's words for no value. */
const NOTHING = new Set<unknown>(["(not set)", "(not provided)"]);

function known(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => !NOTHING.has(value)));
}

/** Values by their keys. JSON of BigQuery writes whole numbers as text. */
function toParams(list: unknown): Fields {
  const params: Fields = {};
  if (!Array.isArray(list)) return params;
  for (const item of list as unknown[]) {
    if (!isFields(item) || typeof item["key"] !== "string") continue;
    const value = fieldsAt(item, "value");
    const text = value["string_value"];
    if (typeof text === "string") {
      if (!NOTHING.has(text)) put(params, item["key"], text);
    } else put(params, item["key"], toTypedValue(value["int_value"] ?? value["double_value"] ?? value["float_value"]));
  }
  return params;
}

function toTypedValue(value: unknown): unknown {
  if (typeof value !== "string") return value;
  return /^-?\d{1,15}$/.test(value) || /^-?\d+\.\d+$/.test(value) ? Number(value) : value;
}

function isEmpty(value: unknown): boolean {
  return Array.isArray(value) ? value.length === 0 : isFields(value) && Object.keys(value).length === 0;
}

/** Numbers within kept parts become numbers. */
function toPlain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toPlain);
  if (!isFields(value)) return toTypedValue(value);
  return Object.fromEntries(Object.entries(known(value)).map(([key, inner]) => [key, toPlain(inner)]));
}
