import { toUuid } from "../../base/ids.ts";
import { invalid } from "../../base/errors.ts";
import { isFields } from "../../base/fields.ts";
import type { Fields } from "../../base/fields.ts";
import { BadRecord } from "../values/bad-record.ts";
import { parseJson, toCellValue } from "../values/cell.ts";
import { createCommaColumns } from "../values/decimal.ts";
import type { CommaColumns, Decimal } from "../values/decimal.ts";
import { uuidOfParts } from "../values/event-id.ts";
import { put, textAt, valueAt } from "../values/fields.ts";
import { formatsOf, toTime } from "../values/time.ts";
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
  /** The character before decimals; undefined = not known. */
  decimal: Decimal | undefined;
  /** Texts that count as empty ids. */
  nullWords: ReadonlySet<string>;
}

/** Times of a table for which a format is looked for: it takes a millisecond, and one table has one form. */
const MOST_ADVICE = 10;

interface Job extends TableSetting {
  used: Set<string>;
  adviceLeft: number;
  /** Null = the user has said what commas are, or values have types. */
  commas: CommaColumns | null;
}

/** The mapping of a file. */
interface OpenTable {
  mapRecord(record: Fields, sink: Sink): void;
  /** @throws invalid for a column of numbers with a decimal comma, if nothing was said of it: as texts they have no sum */
  end(): void;
}

/** Maps the rows of any table by its columns. */
export function openTable(setting: TableSetting): OpenTable {
  const commas = setting.isTable && setting.decimal === undefined ? createCommaColumns() : null;
  const job: Job = { ...setting, used: usedColumns(setting.map), adviceLeft: MOST_ADVICE, commas };
  return {
    mapRecord: (record, sink) => mapRow(record, sink, job),
    end() {
      const found = commas?.find() ?? null;
      if (found === null) return;
      throw invalid(
        "decimal",
        `All cells of the column ${found.column} look like numbers with a decimal comma, such as "${found.cell}". ` +
          `Say what they are: --decimal "," reads numbers, --decimal "." leaves them as texts.`,
      );
    },
  };
}

function mapRow(record: Fields, sink: Sink, setting: Job): void {
  const { map, source } = setting;
  const event = requireText(record, map, "event", setting);
  const distinctId = requireText(record, map, "distinct_id", setting);
  const given = map.uuid === null ? null : textOf(record, map.uuid);
  const id = given !== null && setting.nullWords.has(given) ? null : given;
  sink.event({
    event,
    distinctId,
    timestampMs: timeOf(record, setting),
    properties: toProperties(record, setting),
    uuid: id === null ? null : (toUuid(id) ?? uuidOfParts(source, [id])),
  });
}

/** Years before 2000 and times after tomorrow are mostly a wrong unit. */
const EARLIEST_MS = 946_684_800_000;
const DAY_MS = 86_400_000;

/** @throws BadRecord for an empty text, and for a word that stands for none */
function requireText(
  record: Fields,
  map: ColumnMap,
  field: "event" | "distinct_id",
  { nullWords }: TableSetting,
): string {
  const text = textOf(record, map[field]);
  if (text === null) throw new BadRecord(`${field}: ${originName(map[field])} is empty`);
  if ("text" in map[field] || !nullWords.has(text)) return text;
  throw new BadRecord(
    `${field}: ${originName(map[field])} holds "${text}", which counts as empty: --skip-bad leaves such rows out, and --null-words "" takes the word as it is`,
  );
}

function timeOf(record: Fields, job: Job): number {
  const { map, timeFormat, nowMs, anyTime } = job;
  const { timestamp: origin } = map;
  const format = ("format" in origin ? origin.format : undefined) ?? timeFormat;
  const ms = readTime("text" in origin ? origin.text : valueAt(record, origin.column), format, job);
  if (ms === null) throw new BadRecord(`timestamp: ${originName(origin)} is empty`);
  if (anyTime || (ms >= EARLIEST_MS && ms <= nowMs + DAY_MS)) return ms;
  throw new BadRecord(
    `timestamp: ${new Date(ms).toISOString()} is before 2000 or in the future. Is its unit right (ts:unix_ms)?`,
  );
}

/** @throws BadRecord that says how such a time is named, if no format was */
function readTime(value: unknown, format: string | undefined, job: Job): number | null {
  try {
    return toTime(value, job.zone, format);
  } catch (error) {
    // An object is written in no format.
    const isAdvised = format === undefined && typeof value !== "object";
    if (!(error instanceof BadRecord) || !isAdvised || job.adviceLeft-- <= 0) throw error;
    const [likeliest = "dd.MM.yyyy HH:mm", other] = formatsOf(String(value));
    const or = other === undefined ? "" : ` or "${other}"`;
    throw new BadRecord(`timestamp: ${error.message}. Say how it is written: --time-format "${likeliest}"${or}`);
  }
}

function toProperties(record: Fields, job: Job): Fields {
  const { map, used } = job;
  const value = (origin: Origin) =>
    "text" in origin ? origin.text : cellValue(origin.column, valueAt(record, origin.column), job);
  const properties: Fields = {};
  if (map.keepsRest) {
    for (const [column, given] of Object.entries(record)) {
      if (!used.has(column)) put(properties, column, cellValue(column, given, job));
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

function cellValue(column: string, given: unknown, { isTable, decimal, commas }: Job): unknown {
  if (!isTable) return given;
  const text = String((given as string | undefined) ?? "");
  if (text !== "") commas?.see(column, text);
  return toCellValue(text, decimal);
}

function objectOf(record: Fields, origin: Origin): Fields {
  const given = "text" in origin ? origin.text : valueAt(record, origin.column);
  if (given === undefined || given === null || given === "") return {};
  const object = typeof given === "string" ? parseJson(given) : given;
  if (!isFields(object)) throw new BadRecord(`properties: ${originName(origin)} holds no object`);
  return object;
}

function textOf(record: Fields, origin: Origin): string | null {
  return "text" in origin ? origin.text : textAt({ value: valueAt(record, origin.column) }, "value");
}

function originName(origin: Origin): string {
  return "text" in origin ? "the text" : `the column ${origin.column}`;
}

/** Columns that a mapping uses, by their first key, so that they become no properties. */
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
