import { BadRecord } from "../values/bad-record.ts";
import { toCellValue } from "../values/cell.ts";
import { uuidOfId } from "../values/event-id.ts";
import { hasAll, put, textAt } from "../values/fields.ts";
import { toTime } from "../values/time.ts";
import type { Sink } from "../stage/mapped-event.ts";
import type { Fields } from "../../base/fields.ts";
import type { SourceName } from "../../base/source-names.ts";
import type { First, Mapping } from "./mapping.ts";
import { toAlias, toGroupIdentify, toIdentify } from "./segment.ts";
import type { CallIds, MadeEvent } from "./segment.ts";
import { contextProperties } from "./segment-context.ts";

/** Columns of a call that are no properties. */
const OWN = new Set([
  "id",
  "anonymous_id",
  "user_id",
  "previous_id",
  "group_id",
  "event",
  "event_text",
  "original_timestamp",
  "sent_at",
  "received_at",
  "timestamp",
  "uuid_ts",
  "uuid",
  "loaded_at",
  "channel",
]);

const TIMES = ["timestamp", "original_timestamp", "received_at"];

/** Tables of calls, one for each kind of call and one for each event. */
export const segmentTables = tables("segment", "Segment warehouse tables", (fields) => !isOfRudder(fields));
export const rudderstackTables = tables("rudderstack", "RudderStack warehouse tables", isOfRudder);

function isOfRudder(fields: Fields): boolean {
  return Object.hasOwn(fields, "channel") || Object.hasOwn(fields, "context_sources_job_id");
}

function tables(source: SourceName, kind: string, isOwn: (fields: Fields) => boolean): Mapping {
  return {
    source,
    kind,
    fits: ({ fields, isTable, table }) =>
      isTable &&
      isOwn(fields) &&
      (hasAll(fields, "id", "anonymous_id", "received_at") || isStateTable({ fields, table })),
    open: ({ table, groupType }) => {
      if (table === "users") return mapUser;
      if (table === "accounts") return (record, sink) => mapAccount(record, sink, groupType);
      return (record, sink) => mapRow(source, table, record, sink, groupType);
    },
  };
}

/** `users` and `accounts` hold the latest state, a row for each id. */
function isStateTable({ fields, table }: Pick<First, "fields" | "table">): boolean {
  return (table === "users" || table === "accounts") && hasAll(fields, "id", "received_at");
}

function mapUser(record: Fields, sink: Sink): void {
  const id = textAt(record, "id");
  if (id === null) return sink.skip("no id");
  sink.person({ distinctIds: [id], properties: toTraits(record), createdAtMs: null });
}

function mapAccount(record: Fields, sink: Sink, groupType: string): void {
  const id = textAt(record, "id");
  if (id === null) return sink.skip("no id");
  sink.group(groupType, id, toTraits(record));
}

function mapRow(source: SourceName, table: string, record: Fields, sink: Sink, groupType: string): void {
  const user = textAt(record, "user_id");
  const anonymous = textAt(record, "anonymous_id");
  const ids = { user, anonymous, distinctId: user ?? anonymous };
  if (ids.distinctId === null) return sink.skip("no id");
  const made = toEvent(table, record, ids, groupType);
  if (typeof made === "string") return sink.skip(made);
  const time = TIMES.map((key) => toTime(record[key], "UTC")).find((ms) => ms !== null);
  if (time === undefined || time === null) throw new BadRecord("timestamp: this column is required");
  sink.event({
    event: made.event,
    distinctId: ids.distinctId,
    timestampMs: time,
    properties: { ...contextProperties({ context: toContext(record) }), ...made.properties },
    uuid: uuidOfId(source, record, "id"),
    merges: made.merges ?? null,
    // Every track is in `tracks` and in the table of its event, where its properties are.
    rank: table === "tracks" ? 0 : 1,
  });
}

function toEvent(table: string, record: Fields, ids: CallIds, groupType: string): MadeEvent | string {
  const values = toTraits(record);
  switch (table) {
    case "identifies":
      return toIdentify(values, ids);
    case "aliases":
      return toAlias(textAt(record, "previous_id"), ids);
    case "groups":
      return toGroupIdentify(textAt(record, "group_id"), values, groupType);
    case "pages":
      return { event: "$pageview", properties: values };
    case "screens":
      return {
        event: "$screen",
        properties: { ...values, ...(values["name"] !== undefined && { $screen_name: values["name"] }) },
      };
    default:
      return { event: textAt(record, "event_text") ?? textAt(record, "event") ?? table, properties: values };
  }
}

/** The columns of the call's own properties. */
function toTraits(record: Fields): Fields {
  const traits: Fields = {};
  for (const [key, text] of Object.entries(record)) {
    if (!OWN.has(key) && !key.startsWith("context_")) put(traits, key, toCellValue(String(text)));
  }
  return traits;
}

/** Parts of a context that have parts themselves; their columns are `context_<part>_<name>`. */
const PARTS = new Set(["page", "os", "device", "app", "network", "screen", "library", "campaign"]);
const NAMES: Record<string, string> = { user_agent: "userAgent" };

function toContext(record: Fields): Fields {
  const context: Fields = {};
  for (const [column, text] of Object.entries(record)) {
    if (!column.startsWith("context_") || text === "") continue;
    const name = column.slice("context_".length);
    const [part = "", ...rest] = name.split("_");
    if (PARTS.has(part) && rest.length > 0) {
      context[part] = { ...(context[part] as Fields | undefined), [rest.join("_")]: text };
    } else put(context, NAMES[name] ?? name, text);
  }
  return context;
}
