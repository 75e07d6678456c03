import { readFileSync } from "node:fs";
import type { Command } from "commander";
import type { ImportOptions } from "../../lib/index.ts";
import { databaseFlag, useEmptyFileFlag } from "../database.ts";
import { choiceFlag, flag, toList } from "../flag.ts";
import { toSince } from "../since.ts";

/** Flags of `hoglet import`, as commander gives them. */
export interface ImportFlags {
  db?: string;
  from?: Exclude<ImportOptions["from"], undefined>;
  persons?: "create" | "given";
  skipBad?: true;
  skipped?: string;
  process?: true;
  useEmptyFile?: true;
  dryRun?: true;
  map?: string;
  mapping?: string;
  eventName?: string;
  timezone?: string;
  timeFormat?: string;
  delimiter?: string;
  quote?: string;
  escape?: "double" | "backslash";
  comment?: string;
  nullWords?: string[];
  decimal?: "," | ".";
  columns?: string[];
  rows?: string;
  groupType?: string;
  anyTime?: true;
  overwrite?: true;
  only?: string[];
  exclude?: string[];
  after?: number;
  before?: number;
}

const SOURCES =
  "posthog, amplitude, mixpanel, segment, rudderstack, ga4, heap, umami, plausible, matomo, csv, ndjson, json, parquet, avro";

export function addImportFlags(command: Command): Command {
  return command
    .addOption(databaseFlag())
    .addOption(flag("--from <source>", `the source, when its contents do not tell: ${SOURCES}`))
    .addOption(flag("--dry-run", "store nothing; print the first ten events as they would be"))
    .addOption(flag("--skip-bad", "keep valid lines, and list bad lines"))
    .addOption(flag("--skipped <file>", "write the bad lines there (default: <input>.skipped.ndjson)"))
    .addOption(
      flag("--map <fields>", "of a table: event=action,distinct_id=user_id,timestamp=ts:unix_ms,properties.*=*"),
    )
    .addOption(flag("--mapping <file>", "the same as a JSON file, for repeated use").conflicts("map"))
    .addOption(flag("--event-name <text>", "of a table without a column for it: the name of all its events"))
    .addOption(flag("--timezone <zone>", "zone of times without one (default: UTC)"))
    .addOption(flag("--time-format <format>", "unix_s, unix_ms, unix_us, unix_ns, iso, excel, or such as dd.MM.yyyy"))
    .addOption(flag("--delimiter <text>", "between the cells of a table (default: found)"))
    .addOption(flag("--quote <character>", 'around cells of a table (default: "), or none'))
    .addOption(
      choiceFlag("--escape <how>", "how a quote stands within quotes: double (default) or backslash", [
        "double",
        "backslash",
      ]),
    )
    .addOption(flag("--comment <text>", "leave out the lines of a table that begin with it, such as #"))
    .addOption(
      flag(
        "--null-words <words>",
        'texts that count as empty ids (default: NULL, \\N, None, NaN …); "" = none',
      ).argParser(toList),
    )
    .addOption(
      choiceFlag("--decimal <character>", 'before the decimals of a CSV: "," for 12,50, "." leaves that as text', [
        ",",
        ".",
      ]),
    )
    .addOption(flag("--columns <names>", "of a table without a header, or of JSON lists").argParser(toList))
    .addOption(flag("--rows <path>", "path to the list of records in a JSON document"))
    .addOption(flag("--group-type <name>", "of Segment's groups (default: company)"))
    .addOption(flag("--any-time", "accept times before 2000 and after tomorrow in tables"))
    .addOption(flag("--overwrite", "let old properties of persons replace those that newer events have set"))
    .addOption(
      flag("--only <events>", "names of events, as the dry run shows them: leave out all others").argParser(toList),
    )
    .addOption(flag("--exclude <events>", "leave out these events").argParser(toList))
    .addOption(flag("--after <time>", "only events from then on: 2024-03-01, or 7d, 12h").argParser(toSince))
    .addOption(flag("--before <time>", "only events before then").argParser(toSince))
    .addOption(
      choiceFlag("--persons <mode>", "of hoglet's own format: create persons for unknown distinct ids, or not", [
        "create",
        "given",
      ]),
    )
    .addOption(
      flag("--process", "of hoglet's own format: send events through the capture pipeline").conflicts("persons"),
    )
    .addOption(useEmptyFileFlag());
}

/** The options of the import that the flags stand for. @throws Error for a mapping file that holds no mapping */
export function toImportOptions(flags: ImportFlags): ImportOptions {
  const { timezone, timeFormat, delimiter, quote, escape, comment, nullWords, decimal } = flags;
  const { columns, rows, groupType, persons } = flags;
  const map = toMap(flags);
  return {
    from: flags.from ?? "auto",
    skipBad: flags.skipBad === true,
    dryRun: flags.dryRun === true,
    anyTime: flags.anyTime === true,
    overwrite: flags.overwrite === true,
    process: flags.process === true,
    ...(map !== undefined && { map }),
    ...(timezone !== undefined && { timezone }),
    ...(timeFormat !== undefined && { timeFormat }),
    ...(delimiter !== undefined && { delimiter: delimiter === "\\t" ? "\t" : delimiter }),
    ...(quote !== undefined && { quote }),
    ...(escape !== undefined && { escape }),
    ...(comment !== undefined && { comment }),
    ...(nullWords !== undefined && { nullWords }),
    ...(decimal !== undefined && { decimal }),
    ...(columns !== undefined && { columns }),
    ...(rows !== undefined && { rows }),
    ...(groupType !== undefined && { groupType }),
    ...(persons !== undefined && { persons }),
    ...(flags.only !== undefined && { only: flags.only }),
    ...(flags.exclude !== undefined && { exclude: flags.exclude }),
    ...(flags.after !== undefined && { after: new Date(flags.after).toISOString() }),
    ...(flags.before !== undefined && { before: new Date(flags.before).toISOString() }),
  };
}

function toMap({ map, mapping, eventName }: ImportFlags): ImportOptions["map"] {
  const written = map ?? (mapping === undefined ? undefined : readMapping(mapping));
  if (eventName === undefined) return written;
  const event = `'${eventName}'`;
  return typeof written === "string" ? `event=${event},${written}` : { ...written, event };
}

function readMapping(file: string): Record<string, string> {
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(file, "utf8"));
  } catch (error) {
    if (error instanceof SyntaxError) throw new Error(`${file} is not JSON.`, { cause: error });
    throw error;
  }
  const isMapping =
    typeof value === "object" && value !== null && Object.values(value).every((text) => typeof text === "string");
  if (!isMapping)
    throw new Error(`${file}: expected an object such as {"event": "action", "timestamp": "ts:unix_ms"}.`);
  return value as Record<string, string>;
}
