import * as v from "valibot";
import { Count } from "../base/answer-scalars.ts";
import type { RowMend } from "./mend-row.ts";
import type { BlockPlace } from "../engines/columns/index.ts";

/** A problem of the database. */
export const Finding = v.object({
  /** The check that found it. */
  check: v.picklist([
    "file",
    "schema",
    "integrity",
    "references",
    "columns",
    "log",
    "json",
    "rows",
    "event_index",
    "uuids",
    "hours",
    "wal",
  ]),
  /** A warning affects neither stored data nor answers. */
  severity: v.picklist(["error", "warning"]),
  /** The problem, and its place. */
  message: v.string(),
  /** The advice to the user. */
  advice: v.string(),
  /** Is the data derived, so that `repair` rebuilds it? */
  is_repairable: v.boolean(),
});
export interface Finding extends v.InferOutput<typeof Finding> {}

/** The state of a database. */
export const Checkup = v.object({
  /** Are there no errors? */
  ok: v.boolean(),
  findings: v.array(Finding),
  /** Null = the schema could not be read. */
  schema: v.nullable(v.object({ version: Count, newest: Count })),
  /** Bytes of the file, of its write-ahead log, and of each part of the file; null = it could not be read. */
  sizes: v.object({ file_bytes: Count, wal_bytes: Count, parts: v.nullable(v.record(v.string(), Count)) }),
  counts: v.nullable(v.object({ projects: Count, persons: Count, events: Count })),
  /** Full blocks of the log, those in columns, and those that this check compared with the log. */
  blocks: v.nullable(v.object({ full: Count, stored: Count, compared: Count })),
  /** Work that waits. */
  pending: v.nullable(v.object({ deletions: Count, plugin_jobs: Count, plugin_exports: Count })),
});
export interface Checkup extends v.InferOutput<typeof Checkup> {}

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
  /** Is the table `event_hours` wrong? */
  hours: boolean;
  /** Are SQLite's own indexes wrong? */
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
