import { isFields } from "../../base/fields.ts";
import type { Fields } from "../../base/fields.ts";
import { toUuid } from "../../base/ids.ts";
import { BadRecord } from "../values/bad-record.ts";
import { parseJson, toCellValue } from "../values/cell.ts";
import { fieldsAt, hasAll, textAt } from "../values/fields.ts";
import { toTime } from "../values/time.ts";
import { unflatten } from "../values/unflatten.ts";
import type { Sink } from "../stage/mapped-event.ts";
import type { Mapping, Setting } from "./mapping.ts";

const SIGNS = ["person_id", "elements_chain", "created_at", "team_id"];

/** Rows of a batch export, captured events, bodies of `/batch/` and lists of the API: one event each. */
export const posthogEvents: Mapping = {
  source: "posthog",
  kind: "PostHog events",
  fits: ({ fields, isTable }) => !isTable && isEvent(fields),
  open: (setting) => (record, sink) => mapEvent(record, sink, setting),
};

function isEvent(fields: Fields): boolean {
  if (typeof fields["event"] !== "string") return false;
  const isExported =
    hasAll(fields, "uuid", "distinct_id", "timestamp") && SIGNS.some((key) => Object.hasOwn(fields, key));
  const hasId = Object.hasOwn(fields, "distinct_id") || Object.hasOwn(fieldsAt(fields, "properties"), "distinct_id");
  // A table of one's own has other columns beside these; captured events keep theirs in `properties`.
  const isCaptured = hasId && Object.hasOwn(fields, "timestamp") && Object.hasOwn(fields, "properties");
  return isExported || isCaptured;
}

function mapEvent(record: Fields, sink: Sink, { zone }: Setting): void {
  const properties = { ...objectAt(record, "properties") };
  const distinctId = idOf(record["distinct_id"] ?? properties["distinct_id"]);
  if (distinctId === null) throw new BadRecord("distinct_id: this field is required");
  delete properties["distinct_id"];
  const event = textAt(record, "event");
  if (event === null) throw new BadRecord("event: this field is required");
  const timestampMs = toTime(record["timestamp"], zone);
  if (timestampMs === null) throw new BadRecord("timestamp: this field is required; an import is about the past");
  for (const key of ["$set", "$set_once"]) {
    const top = objectAt(record, key);
    if (Object.keys(top).length > 0) properties[key] = { ...fieldsAt(properties, key), ...top };
  }
  putElements(properties, record);
  const uuid = textAt(record, "uuid") ?? textAt(record, "id") ?? textAt(properties, "$uuid");
  const personId = textAt(record, "person_id");
  if (personId !== null && properties["$process_person_profile"] !== false) sink.shared(distinctId, personId);
  sink.event({
    event,
    distinctId,
    timestampMs,
    properties,
    uuid: uuid === null ? null : toUuid(uuid),
  });
}

/** The elements as SDKs send them; the API answers with the stored form, which has attributes apart. */
function putElements(properties: Fields, { elements, elements_chain: chain }: Fields): void {
  if (Object.hasOwn(properties, "$elements")) return;
  if (typeof chain === "string" && chain !== "") properties["$elements_chain"] = chain;
  else if (Array.isArray(elements) && elements.length > 0 && elements.every(isFields)) {
    properties["$elements"] = elements.map(({ attributes, ...element }) => ({
      ...element,
      ...(isFields(attributes) && attributes),
    }));
  }
}

/** Any scalar is an id; other values are no ids. */
function idOf(value: unknown): string | null {
  return textAt({ value }, "value");
}

/** An object, or the JSON text of one (Parquet, SQL). */
function objectAt(record: Fields, key: string): Fields {
  const value = record[key];
  if (value === undefined || value === null || value === "") return {};
  const object = typeof value === "string" ? parseJson(value) : value;
  if (isFields(object)) return object;
  if (object === null) return {};
  throw new BadRecord(`${key}: expected an object`);
}

/** Persons of a batch export: a row for each distinct id. */
export const posthogPersons: Mapping = {
  source: "posthog",
  kind: "PostHog persons",
  fits: ({ fields }) => hasAll(fields, "distinct_id", "person_id", "person_version"),
  open:
    ({ zone }) =>
    (record, sink) => {
      const distinctId = idOf(record["distinct_id"]);
      const owner = textAt(record, "person_id");
      if (distinctId === null || owner === null)
        throw new BadRecord("distinct_id, person_id: these fields are required");
      sink.owned({
        distinctId,
        owner,
        idVersion: Number(record["person_distinct_id_version"] ?? 0) || 0,
        personVersion: Number(record["person_version"] ?? 0) || 0,
        properties: objectAt(record, "properties"),
        createdAtMs: toTime(record["created_at"], zone),
        isDeleted: ["true", "1"].includes((textAt(record, "is_deleted") ?? "").toLowerCase()),
      });
    },
};

/** Events as CSV of the API or of the table of events; nested values are flattened with dots. */
export const posthogEventsTable: Mapping = {
  source: "posthog",
  kind: "PostHog events as CSV",
  fits: ({ fields, isTable }) => {
    const names = Object.keys(fields).map(bare);
    return (
      isTable &&
      names.includes("event") &&
      names.includes("timestamp") &&
      (names.includes("person.distinct_id") ||
        (names.includes("distinct_id") &&
          names.some((name) => name.startsWith("properties.") || name === "properties" || name === "elements_chain")))
    );
  },
  open: (setting) => (record, sink) => {
    const cells = Object.entries(record).map(([column, text]) => [bare(column), String(text)] as const);
    const given = Object.fromEntries(cells) as Fields;
    const flat = cells.flatMap(([name, text]) =>
      name.startsWith("properties.") ? [[name.slice("properties.".length), toCellValue(text)] as const] : [],
    );
    const properties = { ...objectAt(given, "properties"), ...unflatten(flat) };
    const id = textAt(given, "distinct_id") ?? textAt(given, "person.distinct_id");
    mapEvent({ ...given, distinct_id: id, properties }, sink, setting);
  },
};

/** Newer tables write `*.event` for what `*` chose. */
function bare(column: string): string {
  return column.startsWith("*.") ? column.slice(2) : column;
}

/** The list of persons as CSV. */
export const posthogPersonsTable: Mapping = {
  source: "posthog",
  kind: "PostHog persons as CSV",
  fits: ({ fields, isTable }) =>
    isTable && Object.keys(fields).some((column) => /^(?:person\.)?distinct_ids\.0$/.test(column)),
  open:
    ({ zone }) =>
    (record, sink) => {
      const ids: string[] = [];
      const flat: (readonly [string, unknown])[] = [];
      let created: unknown;
      for (const [column, cell] of Object.entries(record)) {
        const name = column.replace(/^person\.(?=distinct_ids|properties|created_at)/, "");
        const text = String(cell);
        if (/^distinct_ids\.\d+$/.test(name) && text !== "") ids.push(text);
        else if (name.startsWith("properties.")) flat.push([name.slice("properties.".length), toCellValue(text)]);
        else if (name === "created_at") created = text;
      }
      if (ids.length === 0) return sink.skip("no id");
      sink.person({ distinctIds: ids, properties: unflatten(flat), createdAtMs: toTime(created, zone) });
    },
};

/** Persons of the API's list: `{ distinct_ids, properties, created_at }`. */
export const posthogPersonsList: Mapping = {
  source: "posthog",
  kind: "PostHog persons",
  fits: ({ fields, isTable }) => !isTable && Array.isArray(fields["distinct_ids"]) && !Object.hasOwn(fields, "kind"),
  open:
    ({ zone }) =>
    (record, sink) => {
      const ids = (record["distinct_ids"] as unknown[]).map(idOf).filter((id) => id !== null);
      if (ids.length === 0) return sink.skip("no id");
      sink.person({
        distinctIds: ids,
        properties: objectAt(record, "properties"),
        createdAtMs: toTime(record["created_at"], zone),
      });
    },
};

/** Requests of a browser's recording (HAR): the bodies of capture requests. */
export const posthogRequests: Mapping = {
  source: "posthog",
  kind: "PostHog requests (HAR)",
  fits: ({ fields, isTable }) =>
    !isTable && isFields(fields["request"]) && typeof fieldsAt(fields, "request")["url"] === "string",
  open: (setting) => (record, sink) => {
    const request = fieldsAt(record, "request");
    const body = fieldsAt(request, "postData")["text"];
    const isCapture = /\/(?:e|i\/v0\/e|batch|capture|track|engage)\/?(?:\?|$)/.test(textAt(request, "url") ?? "");
    const value = isCapture && typeof body === "string" ? parseJson(body) : undefined;
    if (value === undefined) return sink.skip("no readable capture request");
    const events = Array.isArray(value)
      ? value
      : isFields(value) && Array.isArray(value["batch"])
        ? value["batch"]
        : [value];
    for (const event of events as unknown[]) {
      if (!isFields(event)) throw new BadRecord("postData: expected events");
      mapEvent(event, sink, setting);
    }
  },
};
