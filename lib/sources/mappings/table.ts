import { isUuid } from "../../base/ids.ts";
import { BadRecord } from "../values/bad-record.ts";
import { parseJson, toCellValue } from "../values/cell.ts";
import { uuidOfParts } from "../values/event-id.ts";
import { isFields, put, textAt, valueAt } from "../values/fields.ts";
import type { Fields } from "../values/fields.ts";
import { toTime } from "../values/time.ts";
import type { Sink } from "../stage/mapped-event.ts";
import type { ColumnMap, Origin } from "./column-map.ts";

/** The setting of a table without a source. */
export interface TableSetting {
  source: string;
  map: ColumnMap;
  /** Every value is text. */
  isTable: boolean;
  zone: string;
  timeFormat: string | undefined;
  nowMs: number;
  /** Accept times before 2000 and after tomorrow. */
  anyTime: boolean;
}

/** Maps the rows of any table by its columns. */
export function openTable(setting: TableSetting): (record: Fields, sink: Sink) => void {
  const used = usedColumns(setting.map);
  return (record, sink) => mapRow(record, sink, setting, used);
}

function mapRow(record: Fields, sink: Sink, setting: TableSetting, used: Set<string>): void {
  const { map, source } = setting;
  const event = textOf(record, map.event);
  const distinctId = textOf(record, map.distinct_id);
  if (event === null) throw new BadRecord(`event: ${nameOf(map.event)} is empty`);
  if (distinctId === null) throw new BadRecord(`distinct_id: ${nameOf(map.distinct_id)} is empty`);
  const id = map.uuid === null ? null : textOf(record, map.uuid);
  sink.event({
    event,
    distinctId,
    timestampMs: timeOf(record, setting),
    properties: toProperties(record, setting, used),
    uuid: id === null ? null : isUuid(id) ? id.toLowerCase() : uuidOfParts(source, [id]),
  });
}

/** Years before 2000 and times after tomorrow are mostly a wrong unit. */
const EARLIEST_MS = 946_684_800_000;
const DAY_MS = 86_400_000;

function timeOf(record: Fields, { map, zone, timeFormat, nowMs, anyTime }: TableSetting): number {
  const { timestamp: origin } = map;
  const format = ("format" in origin ? origin.format : undefined) ?? timeFormat;
  const ms = toTime("text" in origin ? origin.text : valueAt(record, origin.column), zone, format);
  if (ms === null) throw new BadRecord(`timestamp: ${nameOf(origin)} is empty`);
  if (anyTime || (ms >= EARLIEST_MS && ms <= nowMs + DAY_MS)) return ms;
  throw new BadRecord(
    `timestamp: ${new Date(ms).toISOString()} is before 2000 or in the future. Is its unit right (ts:unix_ms)?`,
  );
}

function toProperties(record: Fields, setting: TableSetting, used: Set<string>): Fields {
  const { map, isTable } = setting;
  const value = (origin: Origin) => {
    if ("text" in origin) return origin.text;
    const found = valueAt(record, origin.column);
    return isTable ? toCellValue(String((found as string | undefined) ?? "")) : found;
  };
  const properties: Fields = {};
  if (map.keepsRest) {
    for (const [column, given] of Object.entries(record)) {
      if (!used.has(column)) put(properties, column, isTable ? toCellValue(String(given)) : given);
    }
  }
  if (map.properties !== null) Object.assign(properties, objectOf(record, map.properties));
  for (const [name, origin] of Object.entries(map.property)) put(properties, name, value(origin));
  for (const [key, origins] of [["$set", map.set] as const, ["$set_once", map.setOnce] as const]) {
    const values: Fields = {};
    for (const [name, origin] of Object.entries(origins)) put(values, name, value(origin));
    if (Object.keys(values).length > 0) properties[key] = { ...(properties[key] as Fields | undefined), ...values };
  }
  return properties;
}

function objectOf(record: Fields, origin: Origin): Fields {
  const given = "text" in origin ? origin.text : valueAt(record, origin.column);
  if (given === undefined || given === null || given === "") return {};
  const object = typeof given === "string" ? parseJson(given) : given;
  if (!isFields(object)) throw new BadRecord(`properties: ${nameOf(origin)} holds no object`);
  return object;
}

function textOf(record: Fields, origin: Origin): string | null {
  return "text" in origin ? origin.text : textAt({ value: valueAt(record, origin.column) }, "value");
}

function nameOf(origin: Origin): string {
  return "text" in origin ? "the text" : `the column ${origin.column}`;
}

/** Columns that a mapping uses, by their first key: they are no properties of their own. */
function usedColumns(map: ColumnMap): Set<string> {
  const origins = [map.event, map.distinct_id, map.timestamp, map.uuid, map.properties].concat(
    [map.property, map.set, map.setOnce].flatMap((named) => Object.values(named)),
  );
  return new Set(
    origins.flatMap((origin) =>
      origin === null || "text" in origin ? [] : [origin.column, origin.column.split(".")[0] ?? ""],
    ),
  );
}
