import { MAX_LISTED, RESTORE } from "./found.ts";
import type { Found } from "./found.ts";

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

/** Finds stored JSON that cannot be read. */
export function checkJson({ db, find }: Found): void {
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
