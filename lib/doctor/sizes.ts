import { statSync } from "node:fs";
import type { Db } from "../storage/index.ts";
import type { Checkup } from "./report.ts";

// Tables and their indexes by the part they belong to; all others belong to "other".
const PARTS: [part: string, tables: RegExp][] = [
  ["event_log", /^(events|event_names|event_hours|event_texts|uuid_blocks|uuid_pages)$/],
  ["columns", /^(segment|actor_tables$)/],
  ["event_index", /^event_index$/],
  ["persons", /^(persons|distinct_ids|groups|group_types|cohort_members|identity_changes|flag_ids)$/],
  ["plugins", /^plugin/],
];

/**
 * The sizes of a database's file, and of its parts by SQLite's own count of pages. @param attempt runs code that may
 * fail
 */
export function sizesOf(db: Db, file: string | null, attempt: (run: () => void) => void): Checkup["sizes"] {
  const sizes: Checkup["sizes"] = { file_bytes: 0, wal_bytes: 0, parts: null };
  if (file !== null) {
    sizes.file_bytes = bytesOf(file);
    sizes.wal_bytes = bytesOf(`${file}-wal`);
  }
  attempt(() => {
    const rows = db
      .sql<{ name: string; bytes: number }>(
        `SELECT coalesce(s.tbl_name, d.name) AS name, sum(d.pgsize) AS bytes
           FROM dbstat d LEFT JOIN sqlite_schema s ON s.name = d.name WHERE d.aggregate = TRUE GROUP BY 1`,
      )
      .all();
    const parts: Record<string, number> = {};
    for (const { name, bytes } of rows) {
      const part = PARTS.find(([, tables]) => tables.test(name))?.[0] ?? "other";
      parts[part] = (parts[part] ?? 0) + bytes;
    }
    const pageBytes = Number(db.sqlite.pragma("page_size", { simple: true }));
    parts["free"] = Number(db.sqlite.pragma("freelist_count", { simple: true })) * pageBytes;
    sizes.parts = parts;
  });
  return sizes;
}

/** 0 = the file does not exist, or this user may not see it. */
export function bytesOf(path: string): number {
  try {
    return statSync(path).size;
  } catch {
    return 0;
  }
}
