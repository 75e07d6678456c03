import { createIds } from "../../lib/base/ids.ts";
import { silentLogger } from "../../lib/base/log.ts";
import { addProject } from "../../lib/admin/projects/index.ts";
import { allEvents } from "../../lib/log/event-rows.ts";
import { elementsOf, propertiesOf, receivedAtOf, uuidOf } from "../../lib/log/event-texts.ts";
import { headFault } from "../../lib/log/event-sums.ts";
import { openDatabase } from "../../lib/log/index.ts";
import { writeNow } from "../../lib/storage/index.ts";
import type { Db } from "../../lib/storage/index.ts";
import { createImportSlots, exportLines } from "../../lib/transfer/index.ts";
import type { ExportOptions, ImportCounts } from "../../lib/transfer/index.ts";

/** 2024-06-01T00:00:00Z. */
export const NOW_MS = 1_717_200_000_000;

/** A database, in memory without a file, with the projects 1 and 2, and a clock that stands still. */
export function createTestContext(file?: string) {
  const db = openDatabase({ file, durability: "normal" });
  const ctx = { db, clock: { now: () => NOW_MS }, ids: createIds(), log: silentLogger, imports: createImportSlots() };
  writeNow(db, () => {
    addProject(ctx, { name: "first" });
    addProject(ctx, { name: "second" });
  });
  return ctx;
}

export async function exportAll(ctx: { db: Db }, projectId = 1, options?: ExportOptions): Promise<string[]> {
  const lines: string[] = [];
  for await (const line of exportLines(ctx, projectId, options)) lines.push(line);
  return lines;
}

/** The columns of events, wherever their texts lie. Where checksums are depends on it: `packed` reads them all. */
const EVENT_COLUMNS = `seq, project_id, ${uuidOf("e")} AS uuid, event_name_id, distinct_id_id, timestamp,
  ${headFault("e")} AS head_fault,
  ${receivedAtOf("e")} AS received_at, ${propertiesOf("e")} AS properties, ${elementsOf("e")} AS elements`;

/** Every stored row that an import could have touched: equal before and after = nothing was kept. */
export function dump({ db }: { db: Db }): unknown {
  const tables = ["projects", "persons", "distinct_ids", "event_names", "events", "group_types", "groups", "cohorts"];
  return [...tables, "cohort_members", "actions", "feature_flags"].map((table) => [
    table,
    db
      .sql(
        `SELECT ${table === "events" ? EVENT_COLUMNS : "*"} FROM ${table === "events" ? allEvents() : table} e ORDER BY 1`,
      )
      .all(),
  ]);
}

export const MINUTE_MS = 60_000;

/** The time that `event` counts minutes from. */
export const START_MS = Date.UTC(2024, 2, 1);

/** An event line as an object; `at` is minutes after `START_MS`. */
export function event(name: string, distinctId: string, at = 0, more: Record<string, unknown> = {}) {
  const timestamp = new Date(START_MS + at * MINUTE_MS).toISOString();
  return { kind: "event", event: name, distinct_id: distinctId, timestamp, ...more };
}

/** A well-formed UUID that ends in the number. */
export function uuid(number: number): string {
  return `018df000-0000-7000-8000-${String(number).padStart(12, "0")}`;
}

/** Rejection of a promise, or undefined when it resolves. */
export async function rejection(promise: Promise<unknown>): Promise<{ message: string; code: string } | undefined> {
  return promise.then(
    () => undefined,
    (error: unknown) => error as { message: string; code: string },
  );
}

/** The persons of a project as `distinct ids → fields`, in the order of their ids. */
export function personsOf({ db }: { db: Db }, projectId = 1): Record<string, unknown>[] {
  const rows = db
    .sql(
      `SELECT (SELECT group_concat(distinct_id, ',' ORDER BY d.id) FROM distinct_ids d WHERE d.person_id = p.id) AS ids,
         properties, is_identified, created_at, uuid FROM persons p WHERE project_id = ? ORDER BY p.id`,
    )
    .all(projectId) as { properties: string }[];
  return rows.map((row) => Object.assign(row, { properties: JSON.parse(row.properties) as unknown }));
}

/** A person line as an object. */
export function person(distinctIds: string[], more: Record<string, unknown> = {}) {
  return { kind: "person", distinct_ids: distinctIds, ...more };
}

/** The counts of an import that had no lines. */
export const NONE: ImportCounts = {
  projects: 0,
  persons: 0,
  events: 0,
  groups: 0,
  cohorts: 0,
  actions: 0,
  duplicates: 0,
};

/** The names of databases that are attached beside the handle's own; SQLite opens `temp` by itself. */
export function attachedDatabases({ db }: { db: Db }): unknown[] {
  return db.sqlite.prepare("SELECT name FROM pragma_database_list WHERE name NOT IN ('main', 'temp')").pluck().all();
}
