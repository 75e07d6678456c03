import { randomBytes } from "node:crypto";
import { newestSeq } from "../../lib/log/index.ts";
import { headSum, originSum, textSum } from "../../lib/log/event-sums.ts";
import type { Db, RowOf } from "../../lib/storage/index.ts";
import type * as tables from "../../lib/storage/tables/index.ts";

/** A row of `events` without its checksums. Default: behind the log, a random uuid, no properties, arrived when it happened. */
export type GivenRow = Pick<
  RowOf<typeof tables.events>,
  "project_id" | "event_name_id" | "distinct_id_id" | "timestamp"
> &
  Partial<Pick<RowOf<typeof tables.events>, "seq" | "uuid" | "received_at" | "properties" | "elements">>;

/** Stores a row of `events` with its checksums, for tests that write rows themselves; within a transaction or not. */
export function addRow(db: Db, row: GivenRow): void {
  const { seq = newestSeq(db) + 1, uuid = randomBytes(16), properties = "{}", elements = null } = row;
  const { project_id: projectId, event_name_id: nameId, distinct_id_id: ordinal, timestamp } = row;
  const { received_at: receivedAt = timestamp } = row;
  db.sql(
    `INSERT OR REPLACE INTO events (seq, project_id, uuid, event_name_id, distinct_id_id, timestamp, received_at, properties, elements,
       head_sum, text_sum, origin_sum)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  ).run(
    seq,
    projectId,
    uuid,
    nameId,
    ordinal,
    timestamp,
    receivedAt,
    properties,
    elements,
    headSum([seq, projectId, nameId, ordinal, timestamp]),
    textSum(properties, elements),
    originSum(uuid, receivedAt),
  );
}

/** Name, distinct id, time and project of a project's first event. @param projectId @default of any project */
export function firstRow(db: Db, projectId?: number): GivenRow {
  const of = projectId === undefined ? "" : `WHERE project_id = ${projectId}`;
  return db
    .sql<GivenRow>(`SELECT project_id, event_name_id, distinct_id_id, timestamp FROM events ${of} ORDER BY seq LIMIT 1`)
    .get() as GivenRow;
}

/** An event by its name and its distinct id. */
export interface NamedRow extends Omit<GivenRow, "project_id" | "event_name_id" | "distinct_id_id"> {
  event: string;
  distinctId: string;
  isPersonless: boolean;
}

/** Stores an event, and its name and distinct id if they are new. */
export function addNamedRow(db: Db, projectId: number, { event, distinctId, isPersonless, ...row }: NamedRow): void {
  db.sql("INSERT OR IGNORE INTO event_names (project_id, name) VALUES (?, ?)").run(projectId, event);
  db.sql("INSERT OR IGNORE INTO distinct_ids (project_id, distinct_id, is_personless) VALUES (?, ?, ?)").run(
    projectId,
    distinctId,
    isPersonless ? 1 : 0,
  );
  const ids = db.sql<Pick<GivenRow, "event_name_id" | "distinct_id_id">>(
    `SELECT n.id AS event_name_id, d.id AS distinct_id_id FROM event_names n JOIN distinct_ids d ON d.project_id = n.project_id
     WHERE n.project_id = ? AND n.name = ? AND d.distinct_id = ?`,
  );
  const found = ids.get(projectId, event, distinctId) as Pick<GivenRow, "event_name_id" | "distinct_id_id">;
  addRow(db, { ...row, ...found, project_id: projectId });
}
