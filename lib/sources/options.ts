import { isTimeZone } from "../base/zone-clock.ts";
import * as v from "valibot";
import { parseInstant } from "../base/instant.ts";
import { parseWrittenMap } from "./mappings/column-map.ts";
import { didYouMean } from "../base/nearest.ts";
import { SOURCES } from "../base/source-names.ts";

const isFunction = (value: unknown) => typeof value === "function";

function instant() {
  return v.pipe(
    v.string(),
    v.rawTransform(({ dataset, addIssue, NEVER }) => {
      const ms = parseInstant(dataset.value);
      if (ms !== null) return ms;
      addIssue({ message: "Expected an ISO time such as 2024-03-01T00:00:00Z." });
      return NEVER;
    }),
  );
}

const FROM = [...SOURCES, "auto"] as const;

function refuseSource({ input }: { input: unknown }): string {
  return `"${String(input).slice(0, 60)}" is no source.${didYouMean(String(input), FROM)} The sources are ${FROM.join(", ")}.`;
}

/** Options of an import from elsewhere. */
export const SourceOptions = v.strictObject({
  /** The source; `auto` = recognised by its contents. @default "auto" */
  from: v.optional(v.picklist(FROM, refuseSource), "auto"),
  /** Zone of times that have none. Mixpanel projects from before 2023: the project's zone. @default "UTC" */
  timezone: v.optional(v.pipe(v.string(), v.check(isTimeZone, "Expected a time zone such as Europe/Berlin."))),
  /** The columns of a table: our field → its column, such as `{ event: "action" }` or `event=action,timestamp=ts:unix_ms`. The rest is guessed. */
  map: v.optional(
    v.union(
      [v.record(v.string(), v.string()), v.pipe(v.string(), v.transform(parseWrittenMap))],
      "Expected field=column,…",
    ),
  ),
  /** Times of a table: `unix_s`, `unix_ms`, `unix_us`, `unix_ns`, `iso`, `excel`, or a format such as `dd.MM.yyyy HH:mm`. */
  timeFormat: v.optional(v.string()),
  /** The text between its cells. */
  delimiter: v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(8))),
  /** The character around cells that have the delimiter in them; `none` = quotes mean nothing. @default '"' */
  quote: v.optional(
    v.pipe(
      v.string(),
      v.check((text) => text === "none" || text.length === 1, "Expected a character, or none."),
    ),
  ),
  /** How a quote stands within quotes: twice, or after a backslash. @default "double" */
  escape: v.optional(v.picklist(["double", "backslash"])),
  /** Lines of a table that begin with it are left out. @default none */
  comment: v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(8))),
  /** Texts that count as empty ids, such as `NULL`. @default the usual ones; see docs/import.md */
  nullWords: v.optional(v.array(v.string())),
  /** The character before the decimals of a CSV's numbers: `,` reads 12,50 and 1.234,50 as numbers, `.` leaves them as texts. @default refused where a whole column looks so */
  decimal: v.optional(v.picklist([",", "."])),
  /** Names of the columns of a table without a header, or of JSON lists. */
  columns: v.optional(v.pipe(v.array(v.string()), v.nonEmpty("Expected at least one name."))),
  /** Path to the list of records in a JSON document. */
  rows: v.optional(v.string()),
  /** Group type of Segment's `group` calls that name none. @default "company" */
  groupType: v.optional(v.pipe(v.string(), v.nonEmpty()), "company"),
  /** Accept times before 2000 and after tomorrow in tables. @default false */
  anyTime: v.optional(v.boolean(), false),
  /** Let an older `$set` replace properties that newer events of the project have set. @default false */
  overwrite: v.optional(v.boolean(), false),
  /** Names of events, as they would be stored; all others are left out, with everything that their records tell. */
  only: v.optional(v.pipe(v.array(v.string()), v.nonEmpty("Expected at least one name."))),
  /** Names of events that are left out. */
  exclude: v.optional(v.array(v.string())),
  /** ISO text: only events from then on. */
  after: v.optional(instant()),
  /** ISO text: only events before then. */
  before: v.optional(instant()),
  /** Leave out bad records instead of refusing all. @default false */
  skipBad: v.optional(v.boolean(), false),
  /** Called for each bad record that is left out. */
  onBad: v.optional(v.custom<(bad: BadSourceRecord) => void>(isFunction, "Expected a function.")),
  /** Called once the source is recognised, before anything else is read. */
  onRecognised: v.optional(v.custom<(found: Recognised) => void>(isFunction, "Expected a function.")),
  /** Called while records are read, and while events are stored. */
  onStep: v.optional(v.custom<(step: Step) => void>(isFunction, "Expected a function.")),
  /** Called when all records are read and found good, just before the first is stored. */
  onRead: v.optional(v.custom<(summary: Summary) => void>(isFunction, "Expected a function.")),
  /** Called then with the counts and the first ten events as they would be. Nothing is stored unless it resolves. */
  confirm: v.optional(v.custom<(preview: Preview) => Promise<void>>(isFunction, "Expected a function.")),
  /** Aborts the import; events that are stored by then stay. */
  signal: v.optional(v.instance(AbortSignal, "Expected an AbortSignal.")),
  /** Store nothing; the result has the first ten events as they would be. @default false */
  dryRun: v.optional(v.boolean(), false),
});
export type SourceOptions = v.InferInput<typeof SourceOptions>;
export type ParsedOptions = v.InferOutput<typeof SourceOptions>;

/** A record that is no event, with the reason. */
export interface BadSourceRecord {
  /** The file; empty for a stream. */
  file: string;
  /** The line of a text file, else the number of the record. */
  line: number;
  reason: string;
  /** The record's text, where it is known. */
  text?: string | undefined;
}

/** The source of an import, as its first file shows it. */
export interface Recognised {
  from: (typeof SOURCES)[number];
  /** A sentence such as "Amplitude export". */
  kind: string;
  files: number;
  /** Bytes as they lie there; null = unknown. */
  sizeBytes: number | null;
  /** The mapping of a table, in the form in which users write it. */
  map: string | null;
}

/** Progress of an import. */
export interface Step {
  phase: "reading" | "storing";
  /** Records read, or events looked at. */
  done: number;
  /** The end of `done`; null = unknown while reading. */
  total: number | null;
  /** Bytes read as they lie there, and their total; null = unknown. */
  readBytes: number;
  sizeBytes: number | null;
}

/** An import before its first event is stored. */
export interface Preview {
  from: Recognised["from"];
  kind: string;
  files: number;
  /** Null = unknown before the end, in hoglet's own format. */
  events: number | null;
  persons: number | null;
  made: number;
  /** Records of which nothing comes, by reason. */
  skipped: Record<string, number>;
  bad_records: number;
  passed_over: string[];
  /** The first ten events as they would be. */
  sample: object[];
}

/** All records, before the first is stored. */
export interface Summary {
  from: Recognised["from"];
  kind: string;
  files: number;
  records: number;
  events: number;
  persons: number;
  /** Events that the import makes to join ids. */
  made: number;
  /** Files of which nothing comes, such as `manifest.json`. */
  passedOver: string[];
}
