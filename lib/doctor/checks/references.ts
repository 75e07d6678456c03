import { allEvents, isLost } from "../../log/index.ts";
import { MAX_LISTED, RESTORE } from "./found.ts";
import type { Found } from "./found.ts";

/** Rows that refer to rows which are not there. */
export function checkReferences({ db, find }: Found): void {
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
      `SELECT e.seq, n.id IS NULL AS no_name, d.id IS NULL AS no_id FROM ${allEvents()} e
         LEFT JOIN event_names n ON n.id = e.event_name_id AND n.project_id = e.project_id
         LEFT JOIN distinct_ids d ON d.id = e.distinct_id_id AND d.project_id = e.project_id
        WHERE (n.id IS NULL OR d.id IS NULL) AND NOT ${isLost("e")} LIMIT ?`,
    )
    .all(MAX_LISTED);
  for (const { seq, no_name: noName } of lost) {
    const what = noName === 1 ? "name" : "distinct id";
    find({ check: "references", message: `The event with seq ${seq} has lost its ${what}.`, advice: RESTORE });
  }
}
