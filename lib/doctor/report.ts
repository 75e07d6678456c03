import type { RowMend } from "./mend-row.ts";
import type { BlockPlace } from "../engines/columns/index.ts";

/** A problem of the database. */
export interface Finding {
  /** The check that found it. */
  check:
    | "file"
    | "schema"
    | "integrity"
    | "references"
    | "columns"
    | "log"
    | "json"
    | "rows"
    | "event_index"
    | "uuids"
    | "hours"
    | "wal";
  /** A warning affects neither stored data nor answers. */
  severity: "error" | "warning";
  /** The problem, and its place. */
  message: string;
  /** The advice to the user. */
  advice: string;
  /** Is the data derived, so that `repair` rebuilds it? */
  is_repairable: boolean;
}

/** The state of a database. */
export interface Checkup {
  /** Are there no errors? */
  ok: boolean;
  findings: Finding[];
  /** Null = it could not be read. */
  schema: { version: number; newest: number } | null;
  /** Bytes of the file, of its write-ahead log, and of each part of the file; null = it could not be read. */
  sizes: { file_bytes: number; wal_bytes: number; parts: Record<string, number> | null };
  counts: { projects: number; persons: number; events: number } | null;
  /** Full blocks of the log, those in columns, and those that this check compared with the log. */
  blocks: { full: number; stored: number; compared: number } | null;
  /** Work that waits. */
  pending: { deletions: number; plugin_jobs: number; plugin_exports: number } | null;
}

/** The state of a database, and the repairs that are possible. */
export interface Examined {
  checkup: Checkup;
  repairs: Repairs;
}

/** The derived data that is wrong. */
export interface Repairs {
  blocks: BlockPlace[];
  eventIndex: boolean;
  /** The blocks with lists of uuids that are damaged, or miss events. */
  uuids: number[];
  /** `event_hours`. */
  hours: boolean;
  /** SQLite's own indexes. */
  indexes: boolean;
  /** Rows of persons, distinct ids, groups and event names, with their values from before the damage. */
  rows: RowMend[];
}

/** The options of an examination. */
export interface ExamineOptions {
  /**
   * Full blocks whose columns are compared with the log, spread evenly; the checksums of all columns are checked.
   * @default all
   */
  blocks?: number | undefined;
}

/** The progress of a check: steps done, steps in total, and the current step. */
export interface CheckProgress {
  done: number;
  of: number;
  what: string;
}
