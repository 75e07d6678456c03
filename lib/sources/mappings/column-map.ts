import { invalid } from "../../base/errors.ts";
import { isFields } from "../../base/fields.ts";
import type { Fields } from "../../base/fields.ts";
import { didYouMean } from "../../base/nearest.ts";

/** The origin of a value: a column (or a path of keys with dots), or a text for all records. */
export type Origin = { column: string; format?: string | undefined } | { text: string };

/** The columns of any table to an event. */
export interface ColumnMap {
  event: Origin;
  distinct_id: Origin;
  timestamp: Origin;
  uuid: Origin | null;
  /** A column that holds all properties as an object; null = none. */
  properties: Origin | null;
  /** Properties by their names. */
  property: Record<string, Origin>;
  set: Record<string, Origin>;
  setOnce: Record<string, Origin>;
  /** All columns that nothing else uses are properties. */
  keepsRest: boolean;
}

/** A mapping as users write it: from our field to their column, such as `{ event: "action", "properties.*": "*" }`. */
export type WrittenMap = Record<string, string>;

/**
 * Parses `event=action,distinct_id=user_id,timestamp=ts:unix_ms,properties.*=*`. A text in quotes stands for itself.
 * @throws invalid for a text of another form
 */
export function parseWrittenMap(text: string): WrittenMap {
  const written: WrittenMap = {};
  for (const part of text.match(/(?:'[^']*'|[^,])+/g) ?? []) {
    const at = part.indexOf("=");
    if (at < 1) throw invalid("map", `Expected field=column, but "${part}" has no "=".`);
    written[part.slice(0, at).trim()] = part.slice(at + 1).trim();
  }
  return written;
}

const FIELDS = new Set(["event", "distinct_id", "timestamp", "uuid", "properties"]);
const REQUIRED = ["event", "distinct_id", "timestamp"] as const;
const BELOW = /^(properties|set|set_once|\$set|\$set_once)\.(.+)$/;

/** Fields that it leaves out are guessed. @throws invalid for an unknown field */
export function toColumnMap(written: WrittenMap, guessed: Partial<WrittenMap> = {}): ColumnMap | { missing: string[] } {
  const map: Omit<ColumnMap, "event" | "distinct_id" | "timestamp"> = {
    uuid: null,
    properties: null,
    property: {},
    set: {},
    setOnce: {},
    keepsRest: !Object.keys(written).some((field) => field.startsWith("properties")),
  };
  const main: Record<string, Origin> = {};
  for (const [field, text] of Object.entries({ ...guessed, ...written }) as [string, string][]) {
    if (field === "properties.*") {
      if (text !== "*") throw invalid("map", `Expected properties.*=*, but it is "${text}".`);
      map.keepsRest = true;
    } else if (FIELDS.has(field)) main[field] = toOrigin(text, field === "timestamp");
    else putBelow(map, field, text);
  }
  const missing = REQUIRED.filter((field) => main[field] === undefined);
  if (missing.length > 0) return { missing };
  const { event, distinct_id, timestamp } = main as Record<(typeof REQUIRED)[number], Origin>;
  return { ...map, event, distinct_id, timestamp, uuid: main["uuid"] ?? null, properties: main["properties"] ?? null };
}

function putBelow(map: Pick<ColumnMap, "property" | "set" | "setOnce">, field: string, text: string): void {
  const [, parent, name = ""] = BELOW.exec(field) ?? [];
  if (parent === undefined) {
    const known = [...FIELDS, "properties.…", "set.…", "set_once.…"];
    throw invalid("map", `"${field}" is no field.${didYouMean(field, known)} The fields are ${known.join(", ")}.`);
  }
  const target = parent === "properties" ? map.property : parent.endsWith("once") ? map.setOnce : map.set;
  Object.defineProperty(target, name, { value: toOrigin(text, false), enumerable: true });
}

/** A format follows the column of a time: `ts:unix_ms`. */
function toOrigin(text: string, isTime: boolean): Origin {
  const quoted = /^'(.*)'$/s.exec(text);
  if (quoted !== null) return { text: quoted[1] ?? "" };
  const at = isTime ? text.indexOf(":") : -1;
  return at === -1 ? { column: text } : { column: text.slice(0, at), format: text.slice(at + 1) };
}

/** Names by which columns are found, the likeliest first. Letter case and `_`, `-`, blanks make no difference. */
const KNOWN_AS: Record<string, string[]> = {
  event: ["event", "event_name", "event_type", "name", "action"],
  distinct_id: ["distinct_id", "user_id", "userid", "anonymous_id", "visitor_id", "email"],
  timestamp: ["timestamp", "time", "event_time", "created_at", "occurred_at", "date", "ts"],
  uuid: ["uuid", "event_id", "insert_id", "message_id"],
  properties: ["properties"],
};

/** Guesses a mapping by the names of columns; `first` tells whether a column of properties holds an object. */
export function guessMap(columns: readonly string[], first: Fields): Partial<WrittenMap> {
  const guessed: Partial<WrittenMap> = {};
  for (const [field, names] of Object.entries(KNOWN_AS)) {
    const column = names
      .map((name) => columns.find((given) => plain(given) === plain(name)))
      .find((found) => found !== undefined);
    if (column === undefined || Object.values(guessed).includes(column)) continue;
    if (field === "properties" && !isObject(first[column])) continue;
    guessed[field] = column;
  }
  // Columns beside an object of properties are properties too.
  if (guessed["properties"] !== undefined) guessed["properties.*"] = "*";
  return guessed;
}

function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[\s_-]/g, "");
}

function isObject(value: unknown): boolean {
  return typeof value === "string" ? value.startsWith("{") : isFields(value);
}

/** A mapping in the form in which users write it. */
export function writeMap(map: ColumnMap): string {
  const parts = REQUIRED.map((field) => `${field}=${writeOrigin(map[field])}`);
  if (map.uuid !== null) parts.push(`uuid=${writeOrigin(map.uuid)}`);
  if (map.properties !== null) parts.push(`properties=${writeOrigin(map.properties)}`);
  const below = { properties: map.property, set: map.set, set_once: map.setOnce };
  for (const [parent, origins] of Object.entries(below)) {
    for (const [name, origin] of Object.entries(origins)) parts.push(`${parent}.${name}=${writeOrigin(origin)}`);
  }
  if (map.keepsRest) parts.push("properties.*=*");
  return parts.join(",");
}

function writeOrigin(origin: Origin): string {
  if ("text" in origin) return `'${origin.text}'`;
  return origin.format === undefined ? origin.column : `${origin.column}:${origin.format}`;
}
