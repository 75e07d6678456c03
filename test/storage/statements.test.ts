import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { getTableName } from "drizzle-orm";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import {
  allEvents,
  chunksBetween,
  eventAt,
  eventsAmong,
  eventsBetween,
  eventsInWalk,
  isLost,
} from "../../lib/log/event-rows.ts";
import {
  elementsOf,
  intactPropertiesOf,
  propertiesOf,
  receivedAtOf,
  uuidOf,
  uuidTextOf,
} from "../../lib/log/event-texts.ts";
import { headFault, ofProject, sumsOf } from "../../lib/log/event-sums.ts";
import { openDatabase } from "../../lib/log/index.ts";
import { textBytesOf } from "../../lib/log/event-texts.ts";
import { numbersFault, rowFault, sound } from "../../lib/storage/index.ts";
import { openStaging } from "../../lib/log/import/staging.ts";
import {
  eventHours,
  eventIndex,
  eventNames,
  events,
  eventTexts,
  uuidBlocks,
  uuidPages,
} from "../../lib/storage/tables/index.ts";
import type { Db } from "../../lib/storage/index.ts";
import { LINE_TABLES } from "../../lib/transfer/line-tables.ts";

/**
 * Files that make the text of a statement while the program runs. Tests of their areas run those statements; all others are
 * prepared here.
 */
const MADE_AT_RUN_TIME = new Set([
  "lib/admin/projects/delete.ts",
  "lib/doctor/checks/json.ts",
  "lib/doctor/checks/rows.ts",
  "lib/doctor/examine.ts",
  "lib/doctor/mend-row.ts",
  "lib/engines/columns/entities/read-pairs.ts",
  "lib/engines/feed/state-rows.ts",
  "lib/log/import/move-chunks.ts",
  "lib/log/import/move-staged.ts",
  "lib/log/import/pending-events.ts",
  "lib/log/list/after.ts",
  "lib/log/list/event-index.ts",
  "lib/log/list/event-source.ts",
  "lib/log/list/events-of-person.ts",
  "lib/log/list/get.ts",
  "lib/log/list/list.ts",
  "lib/log/list/live.ts",
  "lib/log/list/walk.ts",
  "lib/log/event-reader.ts",
  "lib/log/read-event.ts",
  "lib/log/walk-log.ts",
  "lib/flags/stored/blast-radius.ts",
  "lib/people/deletion/clear-project.ts",
  "lib/people/persons/get.ts",
  "lib/people/persons/list-page.ts",
  "lib/people/persons/property-blocks.ts",
  "lib/people/persons/property-index.ts",
  "lib/plugins/registry/uninstall.ts",
  "lib/plugins/run/cache-lists.ts",
  "lib/plugins/run/cache-rows.ts",
  "lib/plugins/run/exporter.ts",
  "lib/log/events-by-time.ts",
  "lib/hogql/compile/calls/scalar-call.ts",
  "lib/storage/queries/query.ts",
  "lib/storage/row-sums.ts",
  "lib/transfer/export.ts",
  "lib/transfer/move-persons.ts",
]);

const CALL = /\.sql\b/g;

function withoutComments(source: string): string {
  return source.replaceAll(/\/\*[\s\S]*?\*\//g, "").replaceAll(/^\s*\/\/.*$/gm, "");
}

/** The source text of the argument of each `.sql(…)`. */
function argumentsOf(source: string): string[] {
  return [...source.matchAll(CALL)].flatMap(({ index, 0: call }) => {
    const open = skipTypes(source, index + call.length);
    return source[open] === "(" ? [readArgument(source, open + 1)] : [];
  });
}

/** The place after `<…>`, if there is any. */
function skipTypes(source: string, from: number): number {
  if (source[from] !== "<") return from;
  let depth = 0;
  for (let at = from; at < source.length; at++) {
    if (source[at] === "<") depth++;
    if (source[at] === ">" && --depth === 0) return at + 1;
  }
  return from;
}

function readArgument(source: string, from: number): string {
  const at = from + (/^\s*/.exec(source.slice(from))?.[0].length ?? 0);
  if (source[at] === '"') return source.slice(at, source.indexOf('"', at + 1) + 1);
  if (source[at] === "`") return source.slice(at, endOfTemplate(source, at));
  return /^[^,)]*/.exec(source.slice(at))?.[0].trim() ?? "";
}

/** The place after a template, which may hold templates in its places. */
function endOfTemplate(source: string, from: number): number {
  for (let at = from + 1; at < source.length; at++) {
    if (source[at] === "`") return at + 1;
    if (source.startsWith("${", at)) at = endOfPlace(source, at + 2);
  }
  return source.length;
}

function endOfPlace(source: string, from: number): number {
  for (let at = from, depth = 0; at < source.length; at++) {
    if (source[at] === "`") at = endOfTemplate(source, at) - 1;
    if (source[at] === "{") depth++;
    if (source[at] === "}" && depth-- === 0) return at;
  }
  return source.length;
}

/** Functions that make a part of a statement of names alone, such as a table's alias. */
const PARTS: Record<string, (...names: never[]) => string> = {
  allEvents,
  chunksBetween,
  elementsOf,
  eventAt,
  eventsAmong,
  eventsBetween,
  eventsInWalk,
  headFault,
  intactPropertiesOf,
  isLost,
  numbersFault,
  ofProject,
  propertiesOf,
  receivedAtOf,
  rowFault,
  sound,
  sumsOf,
  textBytesOf,
  uuidOf,
  uuidTextOf,
};

const PART = new RegExp(`\\$\\{(${Object.keys(PARTS).join("|")})\\(((?:"[^"]+"(?:, )?)*)\\)\\}`, "g");

function toPart(_: string, name: string, given: string): string {
  return PARTS[name]?.(...(JSON.parse(`[${given}]`) as never[])) ?? "";
}

/** The text of an argument; undefined = it is made at run time. */
function toText(source: string, argument: string): string | undefined {
  if (argument.startsWith('"')) return argument.slice(1, -1);
  if (!argument.startsWith("`")) return /^[A-Z_]+$/.test(argument) ? constant(source, argument) : undefined;
  const text = argument.slice(1, -1).replaceAll(PART, toPart);
  if (text.replaceAll(/\$\{[A-Z_]+\}/g, "").includes("${")) return undefined;
  const parts = text.split(/\$\{([A-Z_]+)\}/);
  const known = parts.map((part, at) => (at % 2 === 0 ? part : constant(source, part)));
  return known.includes(undefined) ? undefined : known.join("");
}

/** The text of a constant of the same file. */
function constant(source: string, name: string): string | undefined {
  const found = new RegExp(`^(?:export )?const ${name} =`, "m").exec(source);
  return found === null ? undefined : toText(source, readArgument(source, found.index + found[0].length));
}

/** The tables of the log that a statement opens, by SQLite's own program for it. */
function opened(db: Db, text: string): string[] {
  const roots = db.sqlite
    .prepare<unknown[], [root: number, table: string]>(
      "SELECT rootpage, tbl_name FROM main.sqlite_schema WHERE rootpage > 0",
    )
    .raw()
    .all();
  const tables = new Map(roots.filter(([, table]) => OF_LOG.has(table)));
  const program = explain(db, text);
  const found = program.flatMap(({ opcode, p2, p3 }) =>
    /^(?:Open(?:Read|Write)|ReopenIdx)$/.test(opcode) && p3 === 0 ? (tables.get(p2) ?? []) : [],
  );
  return [...new Set(found)];
}

interface Step {
  opcode: string;
  /** The root page that an opening is about. */
  p2: number;
  /** The database that an opening is about, 0 = main. */
  p3: number;
}

/** The steps of a statement with 1 in the places of its values. */
function explain(db: Db, text: string): Step[] {
  try {
    return db.sqlite.prepare<unknown[], Step>(`EXPLAIN ${text.replaceAll(/[@?]\w*/g, "1")}`).all();
  } catch (error) {
    if (/^no such (?:table|column)/.test((error as Error).message)) return [];
    throw error;
  }
}

/** Does a statement compare each row of a table with all members of a list of JSON? */
function walksListInside(db: Db, text: string): boolean {
  if (!text.includes("json_each") || text.includes("staging.")) return false;
  const steps = db.sqlite
    .prepare<unknown[], { parent: number; detail: string }>(`EXPLAIN QUERY PLAN ${text.replaceAll(/[@?]\w*/g, "1")}`)
    .all();
  return steps.some(({ parent, detail }, index) => {
    const isList = detail.startsWith("SCAN") && detail.includes("VIRTUAL TABLE");
    return (
      isList && steps.slice(0, index).some((outer) => outer.parent === parent && /^S(?:CAN|EARCH)/.test(outer.detail))
    );
  });
}

/** The tables of the log. */
const OF_LOG = new Set<string>(
  [events, eventNames, eventTexts, eventHours, eventIndex, uuidBlocks, uuidPages].map(getTableName),
);

const statements = suite("statements");

statements("of lib can be prepared on a migrated database, so that no name of a table or column is wrong", () => {
  const db = openDatabase({ file: undefined, durability: "normal" });
  const staging = openStaging(db, LINE_TABLES);
  const atRunTime = new Set<string>();
  const failures: string[] = [];
  const strangers: string[] = [];
  const walks: string[] = [];
  let prepared = 0;
  const files = (readdirSync("lib", { recursive: true }) as string[]).filter((name) => name.endsWith(".ts"));
  for (const file of files.map((name) => join("lib", name)).toSorted()) {
    const source = withoutComments(readFileSync(file, "utf8"));
    for (const argument of argumentsOf(source)) {
      const text = toText(source, argument);
      if (text === undefined) {
        atRunTime.add(file);
        continue;
      }
      try {
        staging.sql(text);
        prepared++;
        if (walksListInside(db, text)) walks.push(`${file}: ${text}`);
        if (!file.startsWith("lib/log/")) strangers.push(...opened(db, text).map((table) => `${file}: ${table}`));
      } catch (error) {
        failures.push(`${file}: ${String(error)}: ${text}`);
      }
    }
  }
  assert.equal(failures, []);
  assert.equal(strangers, [], "lib/log alone reads and writes the tables of the log");
  assert.equal(walks, [], "a list is compared with each row of a table: CROSS JOIN begins with the list");
  assert.equal(opened(db, "SELECT max(seq) FROM events WHERE project_id = @project"), ["events"]);
  assert.equal(
    [...atRunTime].filter((file) => !MADE_AT_RUN_TIME.has(file)),
    [],
  );
  assert.ok(prepared > 200, `${prepared} statements were found`);
});

statements.run();
