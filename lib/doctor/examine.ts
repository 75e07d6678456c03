import { checkBlock, countStored, findDamagedEvents, listBlocks } from "../engines/columns/index.ts";
import type { BlockPlace, DamagedPlace } from "../engines/columns/index.ts";
import { findBadLists, rowFault, schemaOf, SUMMED_TABLES, toStorageError, unpackTexts } from "../storage/index.ts";
import type { Db } from "../storage/index.ts";
import type { Checkup, CheckProgress, Examined, ExamineOptions, Finding, Repairs } from "./report.ts";
import { mendRow } from "./mend-row.ts";
import { sizesOf } from "./sizes.ts";

/** Most findings of each kind that are listed: a broken disk has thousands, which add no information. */
const MAX_LISTED = 100;

/**
 * Bytes of a write-ahead log from which the check warns: SQLite folds the log at 4 MB unless a reader keeps it from
 * that.
 */
const LARGE_WAL_BYTES = 64 * 1024 * 1024;

const RESTORE =
  "Stop hoglet and copy the file first. `hoglet export --skip-bad` saves all that can be read; import it into a new file, or restore a backup.";

/**
 * Examines a database over a read-only connection. A check that fails because the file is damaged becomes a finding,
 * and the next check runs.
 * @param file its path; null = in memory
 */
export function examine(
  db: Db,
  file: string | null,
  options: ExamineOptions = {},
  onProgress: (progress: CheckProgress) => void = () => {},
): Examined {
  const findings: Finding[] = [];
  const repairs: Repairs = { blocks: [], eventIndex: false, texts: [], uuids: [], indexes: false, rows: [] };
  const checkup: Checkup = {
    ok: true,
    findings,
    schema: null,
    sizes: { file_bytes: 0, wal_bytes: 0, parts: null },
    counts: null,
    blocks: null,
    pending: null,
  };
  const find = (finding: Omit<Finding, "severity" | "is_repairable"> & Partial<Finding>) => {
    if (findings.filter(({ check }) => check === finding.check).length >= MAX_LISTED) return;
    findings.push({ severity: "error", is_repairable: false, ...finding });
  };
  const attempt = (check: Finding["check"], what: string, run: () => void) => {
    try {
      run();
    } catch (error) {
      if (!isStorage(error)) throw error;
      const reason = error instanceof Error ? error.message : String(error);
      find({ check, message: `The check of ${what} could not be finished: ${reason}.`, advice: RESTORE });
    }
  };
  const found: Found = { db, find, repairs };
  const steps: [check: Finding["check"], what: string, run: () => void][] = [
    ["integrity", "pages and indexes", () => checkIntegrity(found)],
    ["references", "references", () => checkReferences(found)],
    ["json", "stored properties", () => checkJson(found)],
    ["rows", "checksums of persons, distinct ids, groups and event names", () => checkRows(found)],
    ["event_index", "the index of events", () => checkEventIndex(found)],
    ["texts", "texts in chunks", () => checkTexts(found)],
    ["uuids", "lists of uuids", () => checkUuids(found)],
    ["file", "counts", () => (checkup.counts = countAll(db))],
    ["file", "pending work", () => (checkup.pending = countPending(db))],
  ];

  attempt("schema", "the schema", () => (checkup.schema = checkSchema(found)));
  checkup.sizes = sizesOf(db, file, (run) => attempt("file", "sizes", run));
  if (checkup.sizes.wal_bytes > LARGE_WAL_BYTES) {
    find({
      check: "wal",
      severity: "warning",
      message: `The write-ahead log has ${Math.round(checkup.sizes.wal_bytes / 2 ** 20)} MB: a reader keeps it from being folded in.`,
      advice:
        "End programs that read the file for long (a viewer, a backup); closing the last hoglet on it folds it in.",
    });
  }
  if (checkup.schema !== null) {
    const blocks: BlockPlace[] = [];
    attempt("columns", "blocks", () => {
      blocks.push(...listBlocks(db));
      checkup.blocks = { full: blocks.length, stored: countStored(db).stored, compared: 0 };
    });
    const compared = spread(blocks, options.blocks ?? blocks.length);
    const of = steps.length + compared.length + 1;
    let done = 0;
    for (const [check, what, run] of steps) {
      onProgress({ done: done++, of, what });
      attempt(check, what, run);
    }
    let old = 0;
    for (const place of compared) {
      onProgress({ done: done++, of, what: "columns and the event log" });
      attempt("columns", `block ${place.block} of project ${place.projectId}`, () => {
        if (checkOne(found, place)) old += 1;
        if (checkup.blocks !== null) checkup.blocks.compared += 1;
      });
    }
    if (old > 0) reportOld(found, old);
    onProgress({ done, of, what: "the newest events" });
    attempt("log", "the newest events", () => checkTail(found, blocks));
  }
  checkup.ok = findings.every(({ severity }) => severity !== "error");
  return { checkup, repairs };
}

/** The resources of a check. */
interface Found {
  db: Db;
  find(finding: Omit<Finding, "severity" | "is_repairable"> & Partial<Finding>): void;
  repairs: Repairs;
}

function isStorage(error: unknown): boolean {
  return (
    error instanceof SyntaxError ||
    error instanceof RangeError ||
    toStorageError(error).code !== "error" ||
    isSqlite(error)
  );
}

function isSqlite(error: unknown): boolean {
  return error instanceof Error && error.name === "SqliteError";
}

function checkSchema({ db, find }: Found): Checkup["schema"] {
  const { isOurs, version, newest } = schemaOf(db.sqlite);
  if (!isOurs) {
    const isEmpty = db.sql("SELECT count(*) FROM sqlite_schema").pluck().get() === 0;
    const message = isEmpty ? "The file is an empty database." : "This SQLite database is not hoglet's.";
    find({ check: "schema", message, advice: "Name the right file, or restore a backup." });
    return null;
  }
  if (version > newest) {
    const message = `The file was written by a newer hoglet (schema ${version}; this one knows ${newest}).`;
    find({ check: "schema", message, advice: "Upgrade hoglet." });
    return null;
  }
  if (version < newest) {
    const message = `The file is of an older hoglet (schema ${version} of ${newest}).`;
    find({ check: "schema", message, advice: "Open it once with this hoglet, and check it again." });
    return null;
  }
  return { version, newest };
}

function checkIntegrity({ db, find, repairs }: Found): void {
  const rows = db.sqlite.pragma(`integrity_check(${MAX_LISTED})`) as { integrity_check: string }[];
  for (const { integrity_check: message } of rows) {
    if (message === "ok") continue;
    const isIndex = /\bindex\b/i.test(message);
    if (isIndex) repairs.indexes = true;
    const advice = isIndex ? "Stop hoglet, and run `hoglet doctor <file> --repair`: it rebuilds the indexes." : RESTORE;
    find({ check: "integrity", message: `SQLite: ${message}.`, advice, is_repairable: isIndex });
  }
}

function checkReferences({ db, find }: Found): void {
  const broken = db.sqlite.pragma("foreign_key_check") as { table: string; rowid: number | null; parent: string }[];
  for (const { table, rowid, parent } of broken) {
    find({
      check: "references",
      message: `Row ${rowid ?? "?"} of ${table} refers to a row of ${parent} that is not there.`,
      advice: RESTORE,
    });
  }
  const lost = db
    .sql<{ seq: number; no_name: number; no_id: number }>(
      `SELECT e.seq, n.id IS NULL AS no_name, d.id IS NULL AS no_id FROM events e NOT INDEXED
         LEFT JOIN event_names n ON n.id = e.event_name_id AND n.project_id = e.project_id
         LEFT JOIN distinct_ids d ON d.id = e.distinct_id_id AND d.project_id = e.project_id
        WHERE n.id IS NULL OR d.id IS NULL LIMIT ?`,
    )
    .all(MAX_LISTED);
  for (const { seq, no_name: noName } of lost) {
    const what = noName === 1 ? "name" : "distinct id";
    find({ check: "references", message: `The event with seq ${seq} has lost its ${what}.`, advice: RESTORE });
  }
}

/** Columns with JSON, apart from events and the tables of segments. Outboxes keep their progress in notes. */
const JSON_COLUMNS = [
  ["persons", "id", "properties"],
  ["groups", "id", "properties"],
  ["cohorts", "id", "groups"],
  ["actions", "id", "steps"],
  ["saved_insights", "id", "filters"],
  ["dashboards", "id", "filters"],
  ["feature_flags", "id", "filters"],
  ["projects", "id", "test_account_filters"],
  ["personal_api_keys", "rowid", "scopes"],
  ["notes", "rowid", "value"],
  ["plugins", "id", "capabilities"],
  ["plugin_configs", "id", "config"],
  ["plugin_jobs", "id", "payload"],
  ["deletions", "id", "progress"],
] as const;

function checkJson({ db, find }: Found): void {
  for (const [table, key, column] of JSON_COLUMNS) {
    const ids = db
      .sql<number>(`SELECT ${key} FROM ${table} NOT INDEXED WHERE NOT json_valid(${column}) LIMIT ?`)
      .pluck()
      .all(MAX_LISTED);
    for (const id of ids) {
      find({ check: "json", message: `The ${column} of row ${id} of ${table} cannot be read.`, advice: RESTORE });
    }
  }
}

function checkRows({ db, find, repairs }: Found): void {
  for (const table of SUMMED_TABLES) {
    const ids = db
      .sql<number>(`SELECT t.id FROM ${table} t NOT INDEXED WHERE ${rowFault(table, "t")} LIMIT ?`)
      .pluck()
      .all(MAX_LISTED);
    for (const id of ids) {
      const mend = mendRow(db, table, id);
      if (mend !== null) repairs.rows.push(mend);
      find({
        check: "rows",
        message: `Row ${id} of ${table} is not as it was stored.`,
        advice:
          mend === null
            ? RESTORE
            : "Stop hoglet, and run `hoglet doctor <file> --repair`: an index has the values of before the damage.",
        is_repairable: mend !== null,
      });
    }
  }
}

function checkEventIndex({ db, find, repairs }: Found): void {
  const wrong = db
    .sql(
      `SELECT count(*) FROM events e NOT INDEXED LEFT JOIN event_index i ON i.seq = e.seq
        WHERE e.seq <= (SELECT max(seq) FROM event_index) AND (i.seq IS NULL OR i.distinct_id_id <> e.distinct_id_id
          OR i.event_name_id <> e.event_name_id OR i.timestamp <> e.timestamp)`,
    )
    .pluck()
    .get() as number;
  if (wrong === 0) return;
  repairs.eventIndex = true;
  find({
    check: "event_index",
    message: `The index that finds events by person and name differs from ${wrong} events.`,
    advice:
      "Run `hoglet doctor <file> --repair`: it rebuilds the index. If the event itself is damaged, the checks `log` or `columns` report it.",
    is_repairable: true,
  });
}

/** Looks for texts that a program left behind which deleted events by SQL. Damaged chunks are damaged events, see `checkOne`. */
function checkTexts({ db, find, repairs }: Found): void {
  const left = db
    .sql<number>(
      "SELECT value FROM json_each(?) WHERE NOT EXISTS (SELECT 1 FROM events e NOT INDEXED WHERE e.seq = value) ORDER BY 1",
    )
    .pluck();
  for (const data of db.sql<Buffer>("SELECT data FROM event_texts ORDER BY first_seq").pluck().iterate()) {
    repairs.texts.push(...left.all(JSON.stringify(unpackTexts(data)?.seqs ?? [])));
  }
  if (repairs.texts.length === 0) return;
  find({
    check: "texts",
    message: `The texts of ${repairs.texts.length} events are there without their events, which something other than hoglet deleted.`,
    advice: "Run `hoglet doctor <file> --repair`: it erases them.",
    is_repairable: true,
  });
}

/** A list that misses an event would let capture store that event twice. */
function checkUuids({ db, find, repairs }: Found): void {
  for (const block of findBadLists(db)) {
    repairs.uuids.push(block);
    find({
      check: "uuids",
      message: `The list that finds the events of block ${block} by their uuids is not as it was stored.`,
      advice: "Run `hoglet doctor <file> --repair`: it makes the list again from the event log.",
      is_repairable: true,
    });
  }
}

/** @returns true for a block without checksums, stored by an older version */
function checkOne({ db, find, repairs }: Found, place: BlockPlace): boolean {
  const { stored, damaged, differing, log } = checkBlock(db, place);
  const where = `block ${place.block} of project ${place.projectId}`;
  if (stored === "old" || damaged.length > 0) repairs.blocks.push(place);
  for (const column of damaged) {
    find({
      check: "columns",
      message: `The column ${JSON.stringify(column ?? "directory")} of ${where} is not as it was stored.`,
      advice: "Run `hoglet doctor <file> --repair`, or ask a question about it: it is rebuilt from the event log.",
      is_repairable: true,
    });
  }
  if (differing.length > 0) {
    if (stored === "old") repairs.blocks.push(place);
    find({
      check: "columns",
      message: `The event log differs from the columns of ${where} (${differing.join(", ")}), whose checksums are right.`,
      advice: `Names, times or ids of events are damaged in the log. ${RESTORE}`,
      is_repairable: false,
    });
  }
  for (const damagedEvent of log) sayDamaged(find, damagedEvent);
  return stored === "old";
}

function sayDamaged(find: Found["find"], { uuid, seq, reason }: DamagedPlace): void {
  const advice =
    uuid === null
      ? RESTORE
      : `Delete it (\`hoglet deletions request event ${uuid}\`, then \`hoglet deletions run\`), or restore a backup.`;
  find({ check: "log", message: `Event ${uuid ?? "?"} (seq ${seq}): ${reason}`, advice });
}

function reportOld({ find }: Found, count: number): void {
  find({
    check: "columns",
    severity: "warning",
    message: `${count} blocks have columns without checksums: an older hoglet stored them.`,
    advice: "A running hoglet makes them again by itself; or run `hoglet doctor <file> --repair`.",
    is_repairable: true,
  });
}

/** The events after the last full block. */
function checkTail({ db, find }: Found, blocks: readonly BlockPlace[]): void {
  const firstSeq = (Math.max(-1, ...blocks.map(({ block }) => block)) + 1) << 16;
  const lastSeq = Number(db.sql("SELECT coalesce(max(seq), 0) FROM events").pluck().get());
  const projects = db.sql<number>("SELECT id FROM projects WHERE deleted_at IS NULL").pluck().all();
  for (const projectId of projects) {
    const place = { projectId, block: firstSeq >> 16 };
    for (const event of findDamagedEvents(db, place, { projectId, firstSeq, lastSeq })) sayDamaged(find, event);
  }
}

function countAll(db: Db): Checkup["counts"] {
  const count = (table: string) => Number(db.sql(`SELECT count(*) FROM ${table}`).pluck().get());
  return { projects: count("projects"), persons: count("persons"), events: count("events") };
}

function countPending(db: Db): Checkup["pending"] {
  const count = (from: string) => Number(db.sql(`SELECT count(*) FROM ${from}`).pluck().get());
  return {
    deletions: count("deletions WHERE status <> 'done'"),
    plugin_jobs: count("plugin_jobs"),
    plugin_exports: count("plugin_exports"),
  };
}

/** `count` members of a list, evenly spread, the last member included. */
function spread<T>(list: readonly T[], count: number): T[] {
  if (count >= list.length) return [...list];
  return Array.from({ length: count }, (_, index) => list[Math.ceil(((index + 1) * list.length) / count) - 1]).filter(
    (one) => one !== undefined,
  );
}
