import { invalid } from "../base/errors.ts";
import type { Fields } from "../base/fields.ts";
import { didYouMean } from "../base/nearest.ts";
import { guessMap, toColumnMap, writeMap } from "./mappings/column-map.ts";
import type { ColumnMap } from "./mappings/column-map.ts";
import type { SourceName } from "../base/source-names.ts";
import type { First, Setting } from "./mappings/mapping.ts";
import { mainMapping, recognise } from "./mappings/registry.ts";
import { openTable } from "./mappings/table.ts";
import type { ParsedOptions } from "./options.ts";
import { commentAdvice } from "./read/csv.ts";
import type { RowFile } from "./read/rows.ts";
import type { Sink } from "./stage/mapped-event.ts";
import { textAt } from "./values/fields.ts";
import { NULL_WORDS, withoutNullIds } from "./values/null-words.ts";
import { formatsOf, toTime } from "./values/time.ts";

/** The way from a file's records to events. */
export interface Chosen {
  source: SourceName;
  kind: string;
  /** The mapping of a table as users write it. */
  map: string | null;
  mapRecord(record: Fields, sink: Sink): void;
  /** Called after a file's last record. @throws invalid for what all its records show together */
  end?(): void;
}

/** Sources without a mapping of their own: any table. */
const TABLES = new Set<SourceName>(["csv", "ndjson", "json", "parquet", "avro"]);

/**
 * Chooses how a file is mapped: as the user says, else by its beginning, else by the names of its columns. Null = it is nothing that is
 * known.
 * @throws invalid when its contents are of another source than the named one, or a mapping names unknown fields
 */
export function chooseMapping(file: RowFile, first: Fields, options: ParsedOptions, nowMs: number): Chosen | null {
  const beginning: First = { fields: first, isTable: file.format === "csv", table: tableName(file.name) };
  const named = options.from === "auto" ? undefined : options.from;
  const isTable = options.map !== undefined || options.rows !== undefined || (named !== undefined && TABLES.has(named));
  const found = isTable ? undefined : recognise(beginning);
  if (named !== undefined && found !== undefined && found.source !== named) {
    const article = /^[aeiou]/i.test(found.kind) ? "an" : "a";
    const product = found.kind.split(" ")[0] ?? "";
    throw invalid(
      "from",
      `This looks like ${article} ${product} export: --from ${found.source}. It was read as ${named}.`,
    );
  }
  const mapping = found ?? (named === undefined ? undefined : mainMapping(named));
  if (mapping !== undefined && !isTable) {
    const setting: Setting = {
      ...beginning,
      zone: options.timezone ?? "UTC",
      isZoneGiven: options.timezone !== undefined,
      groupType: options.groupType,
      nowMs,
    };
    const open = mapping.open(setting);
    const words = nullWordsOf(options);
    const mapRecord: Chosen["mapRecord"] = beginning.isTable
      ? (record, sink) => open(withoutNullIds(record, words), sink)
      : open;
    return { source: mapping.source, kind: mapping.kind, map: null, mapRecord };
  }
  return chooseTable(file, first, options, nowMs);
}

function nullWordsOf({ nullWords }: ParsedOptions): Set<string> {
  return new Set(nullWords ?? NULL_WORDS);
}

/** A table without rows. Null = a file of another kind, or a text whose first line is no header of events. */
export function chooseEmpty(file: RowFile, options: ParsedOptions, nowMs: number): Chosen | null {
  const { format, columns } = file;
  if (columns === null && format !== "avro") return null;
  const cells = Object.fromEntries((columns ?? []).map((column) => [column, ""]));
  if (format === "csv" && chooseMapping(file, cells, options, nowMs) === null) return null;
  return { source: format, kind: KINDS[format], map: null, mapRecord: () => {} };
}

const KINDS: Record<RowFile["format"], string> = {
  csv: "Table (CSV)",
  ndjson: "Records (NDJSON)",
  json: "Records (JSON)",
  parquet: "Table (Parquet)",
  avro: "Records (Avro)",
};

function chooseTable(file: RowFile, first: Fields, options: ParsedOptions, nowMs: number): Chosen | null {
  const columns = file.columns ?? Object.keys(first);
  const map = toColumnMap(options.map ?? {}, without(guessMap(columns, first), options.map ?? {}));
  if ("missing" in map) {
    if (options.map === undefined) return null;
    throw invalid("map", `${map.missing.join(", ")}: say which column it is. Its fields: ${list(columns)}.`);
  }
  requireColumns(map, columns, file);
  const { format } = file;
  const { timezone: zone = "UTC", timeFormat, anyTime, decimal } = options;
  const nullWords = nullWordsOf(options);
  const setting = {
    source: format,
    map,
    isTable: format === "csv",
    zone,
    timeFormat,
    nowMs,
    anyTime,
    nullWords,
    decimal,
  };
  return { source: format, kind: KINDS[format], map: writeMap(map), ...openTable(setting) };
}

/** Guesses only what the user left out, and from columns that the user gave to nothing else. */
function without(guessed: Partial<Record<string, string>>, written: Record<string, string>): Record<string, string> {
  const used = new Set(Object.values(written).map((text) => text.split(":")[0]));
  const rest = Object.entries(guessed).filter(
    ([field, column]) => field !== "properties.*" && written[field] === undefined && !used.has(column),
  );
  const kept = Object.keys(written).some((field) => field.startsWith("properties"))
    ? rest.filter(([field]) => field !== "properties")
    : rest;
  const result = Object.fromEntries(kept) as Record<string, string>;
  if (result["properties"] !== undefined) result["properties.*"] = "*";
  return result;
}

/** @throws invalid for a mapping that names a column which the table does not have; JSON records may lack any key */
function requireColumns(map: ColumnMap, columns: string[], { format }: RowFile): void {
  if (format !== "csv" && format !== "parquet") return;
  for (const origin of [map.event, map.distinct_id, map.timestamp]) {
    if ("text" in origin || columns.includes(origin.column) || columns.includes(origin.column.split(".")[0] ?? ""))
      continue;
    throw invalid(
      "map",
      `There is no column "${origin.column}".${didYouMean(origin.column, columns.slice(0, MOST_NAMED))} The table's columns: ${list(columns)}.`,
    );
  }
}

/** Columns that are named; a table may have thousands. */
const MOST_NAMED = 30;

/** The refusal of records that are no known export and whose fields do not tell an event. */
export function unknownRecords(name: string, first: Fields) {
  const columns = Object.keys(first);
  const guessed = guessMap(columns, first);
  const { event = "'opened'", distinct_id: user = "COLUMN", timestamp = findTime(first) ?? "COLUMN" } = guessed;
  return invalid(
    "from",
    `${name || "The input"} is no export that is known, and its fields do not say what an event is. Its fields: ${list(columns)}. ` +
      `Say what they are, such as: --map "event=${event},distinct_id=${user},timestamp=${timestamp}". ` +
      `A text in quotes is the same for all rows. Or name the source: --from posthog.${commentAdvice(columns)}`,
  );
}

/** The first field that is a time, with its format if it needs one. */
function findTime(first: Fields): string | undefined {
  for (const column of Object.keys(first)) {
    const text = textAt(first, column) ?? "";
    if (isTime(first[column])) return column;
    const [format] = formatsOf(text);
    if (format !== undefined) return `${column}:${format}`;
  }
  return undefined;
}

function isTime(value: unknown): boolean {
  try {
    return toTime(value, "UTC") !== null;
  } catch {
    return false;
  }
}

function list(columns: string[]): string {
  const more = columns.length > MOST_NAMED ? `, and ${columns.length - MOST_NAMED} more` : "";
  return `${columns.slice(0, MOST_NAMED).join(", ") || "none"}${more}`;
}

/** The name of a table's file, without folders, endings and the number of a part: `pageviews` of `heap/pageviews.csv.gz`, and of `pageviews/part-00000.avro`. */
function tableName(file: string): string {
  const folders = file.split(/[\\/]/);
  const base = folders.pop() ?? "";
  // Parts of a table: pageviews/part-00000.avro.
  if (/^(?:part|data|\d)[-_.\d]/i.test(base) && folders.length > 0) return folders.at(-1) ?? "";
  return base
    .replace(/(?:\.(?:csv|tsv|txt|json|jsonl|ndjson|parquet|avro|gz|zst|br))+$/i, "")
    .replace(/ ?\(\d{1,2}\)$|[-_]0\d{5,}$|_?\d*_part_?\d+$/i, "");
}
