import { isFields } from "../../base/fields.ts";
import type { Fields } from "../../base/fields.ts";
import { BadRecord } from "../values/bad-record.ts";
import { toCellValue } from "../values/cell.ts";
import { uuidOfParts } from "../values/event-id.ts";
import { hasAll, put, rename, textAt } from "../values/fields.ts";
import { toTime } from "../values/time.ts";
import type { Sink } from "../stage/mapped-event.ts";
import type { Mapping } from "./mapping.ts";
import { hostOf } from "./web-address.ts";

const OF_VISIT: Record<string, string> = {
  browserName: "$browser",
  browserVersion: "$browser_version",
  operatingSystemName: "$os",
  operatingSystemVersion: "$os_version",
  deviceType: "$device_type",
  deviceBrand: "$device_manufacturer",
  deviceModel: "$device_model",
  referrerUrl: "$referrer",
  visitIp: "$ip",
  city: "$geoip_city_name",
  country: "$geoip_country_name",
  region: "$geoip_subdivision_1_name",
  continent: "$geoip_continent_name",
  languageCode: "$browser_language",
};

/** Numbers that Matomo writes as text. */
const PLACES: Record<string, string> = { latitude: "$geoip_latitude", longitude: "$geoip_longitude" };

/** Parts of an action that only help display, or repeat others. */
const DROPPED =
  /^(?:icon.*|.*(?:Pretty|Icon|SVG)|type|timestamp|url|pageTitle|pageId|idpageview|pageIdAction|title|subtitle)$/;

/** Visits of `Live.getLastVisitsDetails`, each with its actions. */
export const matomo: Mapping = {
  source: "matomo",
  kind: "Matomo visits",
  fits: ({ fields, isTable }) => !isTable && hasAll(fields, "visitorId", "actionDetails"),
  open: () => mapVisit,
};

/** The same visits as CSV or TSV: a column for each field of each action, such as `actionDetails_0_type`. */
export const matomoTable: Mapping = {
  source: "matomo",
  kind: "Matomo visits as CSV",
  fits: ({ fields, isTable }) =>
    isTable && hasAll(fields, "visitorId") && Object.keys(fields).some((column) => OF_ACTION.test(column)),
  open: () => (record, sink) => mapVisit(toVisit(record), sink),
};

const OF_ACTION = /^actionDetails_(\d{1,5})_(.+)$/;

function toVisit(record: Fields): Fields {
  const visit: Fields = {};
  const actions: Fields[] = [];
  for (const [column, text] of Object.entries(record)) {
    const [, index, name = ""] = OF_ACTION.exec(column) ?? [];
    if (index === undefined) put(visit, column, text);
    else if (text !== "")
      put((actions[Number(index)] ??= {}), name, OF_ID.test(name) ? text : toCellValue(String(text)));
  }
  // A row has cells for as many actions as the longest visit. The place stays: it may be the action's id.
  return { ...visit, actionDetails: Array.from(actions, (action) => action ?? null) };
}

/** Fields of actions that stay text, as in JSON. */
const OF_ID = /^(?:.*Id|id.*|timestamp|eventAction|eventName|eventCategory|pageTitle|url)$/;

function mapVisit(visit: Fields, sink: Sink): void {
  const user = textAt(visit, "userId");
  const device = textAt(visit, "visitorId");
  const distinctId = user ?? device;
  if (distinctId === null) return sink.skip("no id");
  if (!Array.isArray(visit["actionDetails"])) throw new BadRecord("actionDetails: expected a list");
  const shared = visitProperties(visit);
  for (const [index, action] of (visit["actionDetails"] as unknown[]).entries()) {
    if (action === null) continue;
    if (!isFields(action)) throw new BadRecord(`actionDetails.${index}: expected an object`);
    const type = textAt(action, "type") ?? "action";
    if (type === "goal") {
      sink.skip("goal");
      continue;
    }
    const timestampMs = toTime(action["timestamp"] ?? visit["serverTimestamp"], "UTC", "unix_s");
    if (timestampMs === null) throw new BadRecord(`actionDetails.${index}.timestamp: this field is required`);
    sink.event({
      event: eventNameOf(type, action),
      distinctId,
      timestampMs,
      properties: { ...shared, ...actionProperties(action) },
      uuid: uuidOfParts("matomo", [
        textAt(visit, "idSite") ?? "",
        textAt(visit, "idVisit") ?? "",
        textAt(action, "pageId") ?? String(index),
      ]),
      link: user !== null && device !== null ? { user, device } : null,
    });
  }
}

function eventNameOf(type: string, action: Fields): string {
  if (type === "action") return "$pageview";
  return type === "event" ? (textAt(action, "eventAction") ?? type) : type;
}

function visitProperties(visit: Fields): Fields {
  const properties: Fields = {};
  rename(properties, visit, OF_VISIT);
  for (const [key, name] of Object.entries(PLACES)) {
    const text = textAt(visit, key);
    if (text !== null && Number.isFinite(Number(text))) properties[name] = Number(text);
  }
  const code = textAt(visit, "countryCode");
  put(properties, "$geoip_country_code", code?.toUpperCase());
  const screen = /^(\d{1,5})x(\d{1,5})$/.exec(textAt(visit, "resolution") ?? "");
  if (screen !== null)
    Object.assign(properties, { $screen_width: Number(screen[1]), $screen_height: Number(screen[2]) });
  put(properties, "$device_id", visit["visitorId"]);
  const idVisit = textAt(visit, "idVisit");
  if (idVisit !== null) properties["$session_id"] = `${textAt(visit, "idSite") ?? ""}.${idVisit}`;
  return properties;
}

function actionProperties(action: Fields): Fields {
  const properties: Fields = {};
  for (const [key, value] of Object.entries(action)) if (!DROPPED.test(key)) put(properties, key, value);
  const url = textAt(action, "url");
  put(properties, "$current_url", url);
  put(properties, "$host", hostOf(url));
  if (url !== null && URL.canParse(url)) properties["$pathname"] = new URL(url).pathname;
  put(properties, "title", action["pageTitle"]);
  return properties;
}
