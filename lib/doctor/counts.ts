import { countEvents } from "../log/index.ts";
import type { Db } from "../storage/index.ts";
import type { Checkup } from "./report.ts";

/** Rows of the file. */
export function countAll(db: Db): Checkup["counts"] {
  const count = (table: string) => Number(db.sql(`SELECT count(*) FROM ${table}`).pluck().get());
  return { projects: count("projects"), persons: count("persons"), events: countEvents(db) };
}

/** Work that is not done yet. */
export function countPending(db: Db): Checkup["pending"] {
  const count = (from: string) => Number(db.sql(`SELECT count(*) FROM ${from}`).pluck().get());
  return {
    deletions: count("deletions WHERE status <> 'done'"),
    plugin_jobs: count("plugin_jobs"),
    plugin_exports: count("plugin_exports"),
  };
}
