import { countStored, listBlocks } from "../engines/columns/index.ts";
import type { BlockPlace } from "../engines/columns/index.ts";
import { toStorageError } from "../storage/index.ts";
import type { Db } from "../storage/index.ts";
import { checkColumns } from "./checks/columns.ts";
import { checkEventIndex } from "./checks/event-index.ts";
import { MAX_LISTED, RESTORE } from "./checks/found.ts";
import type { Found } from "./checks/found.ts";
import { checkHours } from "./checks/hours.ts";
import { checkIntegrity } from "./checks/integrity.ts";
import { checkJson } from "./checks/json.ts";
import { checkLog } from "./checks/log.ts";
import { checkReferences } from "./checks/references.ts";
import { checkRows } from "./checks/rows.ts";
import { checkSchema } from "./checks/schema.ts";
import { checkUuids } from "./checks/uuids.ts";
import type { CheckProgress, Checkup, Examined, ExamineOptions, Finding, Repairs } from "./report.ts";
import { sizesOf } from "./sizes.ts";
import { countEvents } from "../log/index.ts";

/**
 * Bytes of a write-ahead log from which the check warns: SQLite folds the log at 4 MB unless a reader keeps it from
 * that.
 */
const LARGE_WAL_BYTES = 64 * 1024 * 1024;

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
  const repairs: Repairs = {
    blocks: [],
    eventIndex: false,
    uuids: [],
    hours: false,
    indexes: false,
    rows: [],
  };
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
    ["uuids", "lists of uuids", () => checkUuids(found)],
    ["hours", "hours of chunks", () => checkHours(found)],
    ["file", "counts", () => (checkup.counts = countAll(db))],
    ["file", "pending work", () => (checkup.pending = countPending(db))],
  ];

  attempt("schema", "the schema", () => (checkup.schema = checkSchema(found)));
  checkup.sizes = sizesOf(db, file, (run) => attempt("file", "sizes", run));
  if (checkup.sizes.wal_bytes > LARGE_WAL_BYTES) find(largeLog(checkup.sizes.wal_bytes));
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
    for (const place of compared) {
      onProgress({ done: done++, of, what: "columns and the event log" });
      attempt("columns", `block ${place.block} of project ${place.projectId}`, () => {
        checkColumns(found, place);
        if (checkup.blocks !== null) checkup.blocks.compared += 1;
      });
    }
    onProgress({ done, of, what: "the newest events" });
    attempt("log", "the newest events", () => checkLog(found, blocks));
  }
  checkup.ok = findings.every(({ severity }) => severity !== "error");
  return { checkup, repairs };
}

function largeLog(bytes: number): Pick<Finding, "check" | "severity" | "message" | "advice"> {
  const message = `The write-ahead log has ${Math.round(bytes / 2 ** 20)} MB: a reader keeps it from being folded in.`;
  const advice =
    "End programs that read the file for long (a viewer, a backup); closing the last hoglet on it folds it in.";
  return { check: "wal", severity: "warning", message, advice };
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

/** `count` members of a list, evenly spread, the last member included. */
function spread<T>(list: readonly T[], count: number): T[] {
  if (count >= list.length) return [...list];
  return Array.from({ length: count }, (_, index) => list[Math.ceil(((index + 1) * list.length) / count) - 1]).filter(
    (one) => one !== undefined,
  );
}

/** Counts the rows of the file. */
function countAll(db: Db): Checkup["counts"] {
  const count = (table: string) => Number(db.sql(`SELECT count(*) FROM ${table}`).pluck().get());
  return { projects: count("projects"), persons: count("persons"), events: countEvents(db) };
}

/** Counts the work that is not done yet. */
function countPending(db: Db): Checkup["pending"] {
  const count = (from: string) => Number(db.sql(`SELECT count(*) FROM ${from}`).pluck().get());
  return {
    deletions: count("deletions WHERE status <> 'done'"),
    plugin_jobs: count("plugin_jobs"),
    plugin_exports: count("plugin_exports"),
  };
}
