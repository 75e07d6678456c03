import type { Fields } from "../../base/fields.ts";
import { BadRecord } from "../values/bad-record.ts";
import { toCellValue } from "../values/cell.ts";
import { uuidOfParts } from "../values/event-id.ts";
import { hasAll, put, rename, textAt } from "../values/fields.ts";
import { toTime } from "../values/time.ts";
import type { Sink } from "../stage/mapped-event.ts";
import type { Mapping } from "./mapping.ts";

const NAMES: Record<string, string> = {
  browser: "$browser",
  browser_version: "$browser_version",
  device_type: "$device_type",
  library: "$lib",
  ip: "$ip",
  city: "$geoip_city_name",
  country: "$geoip_country_name",
  region: "$geoip_subdivision_1_name",
  path: "$pathname",
  referrer: "$referrer",
  domain: "$host",
};

/** Columns that become something else, or nothing. */
const OWN = new Set(
  ["event_id", "user_id", "session_id", "session_time", "time", "platform", "landing_page"].concat(
    "landing_page_query",
    "landing_page_hash",
    "query",
    "hash",
    Object.keys(NAMES),
  ),
);

/** Tables of events; the table's name is the event's. */
export const heapEvents: Mapping = {
  source: "heap",
  kind: "Heap tables",
  fits: ({ fields }) => hasAll(fields, "event_id", "user_id", "session_id", "time"),
  open:
    ({ table }) =>
    (record, sink) => {
      if (table === "all_events") return sink.skip("all_events repeats the other tables");
      mapEvent(table, record, sink);
    },
};

function mapEvent(table: string, record: Fields, sink: Sink): void {
  const user = textAt(record, "user_id");
  if (user === null) return sink.skip("no id");
  if (record["time"] === "Invalid date") return sink.skip("invalid date");
  const timestampMs = toTime(record["time"], "UTC");
  if (timestampMs === null) throw new BadRecord("time: this column is required");
  const eventId = textAt(record, "event_id");
  sink.event({
    event: table === "pageviews" ? "$pageview" : table,
    distinctId: user,
    timestampMs,
    properties: toProperties(record),
    uuid: eventId === null ? null : uuidOfParts("heap", [table, eventId]),
  });
}

function toProperties(record: Fields): Fields {
  const properties: Fields = {};
  for (const [key, text] of Object.entries(record)) {
    if (!OWN.has(key)) put(properties, key, toValue(text));
  }
  rename(properties, record, NAMES);
  const [domain, path, query, hash] = ["domain", "path", "query", "hash"].map((key) => textAt(record, key) ?? "");
  // The landing page is the session's first.
  put(properties, "$current_url", domain === "" ? record["landing_page"] : `https://${domain}${path}${query}${hash}`);
  const platform = textAt(record, "platform");
  if (platform !== null) Object.assign(properties, toSystem(platform));
  return properties;
}

/** Cells are texts; values of Avro and Parquet have types. */
function toValue(value: unknown): unknown {
  return typeof value === "string" ? toCellValue(value) : value;
}

/** `Mac OS X 10.15.7` and `Windows 11`: the system's name, and its version. */
function toSystem(platform: string): Fields {
  const mac = /^Mac OS X (.+)$/.exec(platform);
  if (mac !== null) return { $os: "Mac OS X", $os_version: mac[1] };
  const blank = platform.indexOf(" ");
  if (blank === -1) return { $os: platform };
  return { $os: platform.slice(0, blank), $os_version: platform.slice(blank + 1) };
}

/** `sessions` brings nothing beside the tables of events. */
export const heapSessions: Mapping = {
  source: "heap",
  kind: "Heap tables",
  fits: ({ fields, table }) => table === "sessions" && hasAll(fields, "session_id", "user_id", "time"),
  open: () => (_, sink) => sink.skip("sessions repeats the other tables"),
};

const OF_USER = new Set(["user_id", "id", "identity", "joindate", "last_modified", "identity_time"]);

/** Names of first values that differ from the column's. */
const INITIAL: Record<string, string> = { initial_landing_page: "$initial_current_url" };

/** People: `user_id` is Heap's anonymous id, `identity` the site's own. */
export const heapUsers: Mapping = {
  source: "heap",
  kind: "Heap users",
  fits: ({ fields }) => hasAll(fields, "identity", "joindate"),
  open: () => mapUser,
};

function mapUser(record: Fields, sink: Sink): void {
  const device = textAt(record, "user_id") ?? textAt(record, "id");
  const user = textAt(record, "identity");
  const distinctId = user ?? device;
  if (distinctId === null) return sink.skip("no id");
  const properties: Fields = {};
  for (const [key, text] of Object.entries(record)) {
    if (OF_USER.has(key)) continue;
    put(properties, key.startsWith("initial_") ? (INITIAL[key] ?? `$${key}`) : key, toValue(text));
  }
  const joined = timeOrNull(record["joindate"]);
  if (user !== null && device !== null) sink.link({ user, device }, timeOrNull(record["identity_time"]) ?? joined);
  sink.person({ distinctIds: [distinctId], properties, createdAtMs: joined });
}

/** All merges of the account. */
export const heapMigrations: Mapping = {
  source: "heap",
  kind: "Heap user migrations",
  fits: ({ fields }) => hasAll(fields, "from_user_id", "to_user_id"),
  open: () => (record, sink) => {
    const user = textAt(record, "to_user_id");
    const device = textAt(record, "from_user_id");
    if (user === null || device === null) return sink.skip("no id");
    sink.link({ user, device }, timeOrNull(record["time"]));
  },
};

function timeOrNull(value: unknown): number | null {
  return value === "Invalid date" ? null : toTime(value, "UTC");
}
