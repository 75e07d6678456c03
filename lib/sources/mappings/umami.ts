import type { Fields } from "../../base/fields.ts";
import { BadRecord } from "../values/bad-record.ts";
import { parseJson, toCellValue } from "../values/cell.ts";
import { uuidOfId } from "../values/event-id.ts";
import { hasAll, put, rename, textAt } from "../values/fields.ts";
import { toTime } from "../values/time.ts";
import type { Sink } from "../stage/mapped-event.ts";
import { countryName } from "./country-name.ts";
import type { Mapping } from "./mapping.ts";

const BROWSERS: Record<string, string> = {
  chrome: "Chrome",
  crios: "Chrome iOS",
  ios: "Mobile Safari",
  "ios-webview": "Mobile Safari",
  safari: "Safari",
  firefox: "Firefox",
  fxios: "Firefox iOS",
  edge: "Microsoft Edge",
  "edge-chromium": "Microsoft Edge",
  "edge-ios": "Microsoft Edge",
  opera: "Opera",
  samsung: "Samsung Internet",
  "chromium-webview": "Chrome",
};

const DEVICES: Record<string, string> = { desktop: "Desktop", laptop: "Desktop", mobile: "Mobile", tablet: "Tablet" };

const SAME: Record<string, string> = {
  page_title: "title",
  url_path: "$pathname",
  hostname: "$host",
  referrer_domain: "$referring_domain",
  language: "$browser_language",
  country: "$geoip_country_code",
  city: "$geoip_city_name",
  visit_id: "$session_id",
  session_id: "$device_id",
  tag: "tag",
};

/** Columns that keep their names, with what is in them. */
const KEPT = /^(?:utm_\w+|gclid|fbclid|msclkid|ttclid|li_fat_id|twclid|lcp|inp|cls|fcp|ttfb)$/;

/** Page views and events. A session of Umami is a visitor, a visit is a session. */
export const umamiEvents: Mapping = {
  source: "umami",
  kind: "Umami export",
  fits: ({ fields, isTable }) =>
    isTable && hasAll(fields, "website_id", "session_id", "event_id", "event_type", "created_at"),
  open: () => mapEvent,
};

function mapEvent(given: Fields, sink: Sink): void {
  const record = unescape(given);
  const session = textAt(record, "session_id");
  const user = textAt(record, "distinct_id");
  const distinctId = user ?? session;
  if (distinctId === null) return sink.skip("no id");
  const event = eventNameOf(record);
  if (event === null) return sink.skip(`event type ${textAt(record, "event_type") ?? "missing"} without a name`);
  const timestampMs = toTime(record["created_at"], "UTC");
  if (timestampMs === null) throw new BadRecord("created_at: this column is required");
  sink.event({
    event,
    distinctId,
    timestampMs,
    properties: toProperties(record),
    uuid: uuidOfId("umami", record, "event_id"),
    link: user !== null && session !== null ? { user, device: session } : null,
    joinKey: textAt(record, "event_id"),
  });
}

function eventNameOf(record: Fields): string | null {
  const type = textAt(record, "event_type");
  if (type === "1") return "$pageview";
  return type === "2" ? textAt(record, "event_name") : null;
}

function toProperties(record: Fields): Fields {
  const properties: Fields = {};
  for (const [key, text] of Object.entries(record)) {
    if (KEPT.test(key)) put(properties, key, key.startsWith("utm_") ? text : toCellValue(String(text)));
  }
  rename(properties, record, SAME);
  const host = textAt(record, "hostname");
  const query = textAt(record, "url_query");
  const path = `${textAt(record, "url_path") ?? "/"}${query === null ? "" : `?${query}`}`;
  if (host !== null) properties["$current_url"] = `https://${host}${path}`;
  putReferrer(properties, record, host);
  const browser = textAt(record, "browser");
  put(properties, "$browser", browser === null ? null : (BROWSERS[browser] ?? browser));
  Object.assign(properties, toSystem(textAt(record, "os")));
  const device = textAt(record, "device");
  put(properties, "$device_type", device === null ? null : (DEVICES[device] ?? device));
  const screen = /^(\d{1,5})x(\d{1,5})$/.exec(textAt(record, "screen") ?? "");
  if (screen !== null)
    Object.assign(properties, { $screen_width: Number(screen[1]), $screen_height: Number(screen[2]) });
  const country = textAt(record, "country");
  if (country !== null) put(properties, "$geoip_country_name", countryName(country));
  const region = textAt(record, "region") ?? textAt(record, "subdivision1");
  put(properties, "$geoip_subdivision_1_code", region?.replace(/^[A-Z]{2}-/, ""));
  return properties;
}

/** A page of the same host is no referrer. */
function putReferrer(properties: Fields, record: Fields, host: string | null): void {
  const domain = textAt(record, "referrer_domain");
  if (domain === null || domain === host?.replace(/^www\./, "")) {
    delete properties["$referring_domain"];
    return;
  }
  const query = textAt(record, "referrer_query");
  const path = textAt(record, "referrer_path") ?? "/";
  properties["$referrer"] = `https://${domain}${path}${query === null ? "" : `?${query}`}`;
}

/** `Mac OS` is PostHog's `Mac OS X`; `Windows 10` has its version. */
function toSystem(os: string | null): Fields {
  if (os === null) return {};
  if (os === "Mac OS") return { $os: "Mac OS X" };
  if (os === "Android OS") return { $os: "Android" };
  const windows = /^Windows (.+)$/.exec(os);
  return windows === null ? { $os: os } : { $os: "Windows", $os_version: windows[1] };
}

/** The self-hosted export puts `'` before cells that a spreadsheet would take for a formula. */
function unescape(record: Fields): Fields {
  const cells = Object.entries(record).map(([key, value]) => [
    key,
    typeof value === "string" ? value.replace(/^'(?=[=+\-@])/, "") : value,
  ]);
  return Object.fromEntries(cells) as Fields;
}

/** Properties of events and of visitors: a row for each. */
export const umamiData: Mapping = {
  source: "umami",
  kind: "Umami data",
  fits: ({ fields, isTable }) =>
    isTable &&
    hasAll(fields, "string_value", "number_value") &&
    (Object.hasOwn(fields, "data_key") || Object.hasOwn(fields, "event_key")),
  open: () => mapDatum,
};

function mapDatum(given: Fields, sink: Sink): void {
  const record = unescape(given);
  const key = textAt(record, "data_key") ?? textAt(record, "event_key");
  if (key === null) return sink.skip("no key");
  const value = toDatum(record);
  const event = textAt(record, "event_id") ?? textAt(record, "website_event_id");
  const session = textAt(record, "session_id");
  if (event !== null) sink.join(event, key, value);
  else if (session !== null) sink.person({ distinctIds: [session], properties: { [key]: value }, createdAtMs: null });
  else sink.skip("no id");
}

/** The value of a datum by its `data_type`: 1 text, 2 number, 3 boolean, 4 date, 5 list. */
function toDatum(record: Fields): unknown {
  const text = textAt(record, "string_value") ?? "";
  switch (textAt(record, "data_type")) {
    case "2":
      return Number(textAt(record, "number_value") ?? text);
    case "3":
      return (
        (textAt(record, "string_value") ?? textAt(record, "number_value") ?? "") === "true" ||
        Number(textAt(record, "number_value")) === 1
      );
    case "4": {
      const date = toTime(textAt(record, "date_value"), "UTC");
      return date === null ? text : new Date(date).toISOString();
    }
    case "5":
      return parseJson(text) ?? text;
    default:
      return text === "" ? (toCellValue(textAt(record, "number_value") ?? "") ?? "") : text;
  }
}
