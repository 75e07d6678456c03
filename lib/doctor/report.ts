import type { BlockPlace } from "../engines/columns/index.ts";

/** Something that is not as it should be. */
export interface Finding {
  /** Which check found it. */
  check: "file" | "schema" | "integrity" | "references" | "columns" | "log" | "json" | "event_index" | "wal";
  /** A warning takes nothing away from what is stored or answered. */
  severity: "error" | "warning";
  /** What is wrong, and where. */
  message: string;
  /** What to do about it. */
  advice: string;
  /** Is it derived, so that `repair` makes it again? */
  is_repairable: boolean;
}

/** How a database stands. */
export interface Checkup {
  /** Is there no error? */
  ok: boolean;
  findings: Finding[];
  /** Null = it could not be read. */
  schema: { version: number; newest: number } | null;
  /** Bytes of the file, of its write-ahead log, and of each part of the file; null = it could not be read. */
  sizes: { file_bytes: number; wal_bytes: number; parts: Record<string, number> | null };
  counts: { projects: number; persons: number; events: number } | null;
  /** Full blocks of the log, those in columns, and those that this check compared with the log. */
  blocks: { full: number; stored: number; compared: number } | null;
  /** What waits to be done. */
  pending: { deletions: number; plugin_jobs: number; plugin_exports: number } | null;
}

/** A checkup, and what can be made again. */
export interface Examined {
  checkup: Checkup;
  repairs: Repairs;
}

/** What of a database is derived and wrong. */
export interface Repairs {
  blocks: BlockPlace[];
  eventIndex: boolean;
  /** SQLite's own indexes. */
  indexes: boolean;
}

/** What to examine. */
export interface ExamineOptions {
  /** Full blocks whose columns are compared with the log, spread evenly; checksums of columns are looked at in all. @default all */
  blocks?: number | undefined;
}

/** How far a check is: steps done, of how many, and what is being looked at. */
export interface CheckProgress {
  done: number;
  of: number;
  what: string;
}
