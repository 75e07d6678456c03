import * as v from "valibot";
import { Count } from "../../base/answer-scalars.ts";

const Finding = v.object({
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
    "texts",
    "uuids",
    "hours",
    "wal",
  ]),
  severity: v.picklist(["error", "warning"]),
  message: v.string(),
  advice: v.string(),
  is_repairable: v.boolean(),
});

/** The state of a database. */
export const CheckupReply = v.object({
  ok: v.boolean(),
  findings: v.array(Finding),
  repaired: v.array(Finding),
  schema: v.nullable(v.object({ version: Count, newest: Count })),
  sizes: v.object({ file_bytes: Count, wal_bytes: Count, parts: v.nullable(v.record(v.string(), Count)) }),
  counts: v.nullable(v.object({ projects: Count, persons: Count, events: Count })),
  blocks: v.nullable(v.object({ full: Count, stored: Count, compared: Count })),
  pending: v.nullable(v.object({ deletions: Count, plugin_jobs: Count, plugin_exports: Count })),
});
