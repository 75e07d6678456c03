import * as v from "valibot";
import { toIso } from "../../base/clock.ts";
import type { Context } from "../context.ts";
import { pageEntries } from "../../base/page.ts";
import type { Page } from "../../base/page.ts";
import type { Project } from "../projects/index.ts";
import { toMessage } from "./message.ts";

/** Filters of the warning list; those given are AND-ed, an empty text counts as absent. */
export const WarningListQuery = v.object({
  ...pageEntries,
  /** Such as `ignored_invalid_timestamp`; exact. */
  type: v.exactOptional(v.string()),
  /** Of the event that caused it; exact. */
  distinct_id: v.exactOptional(v.string()),
});
export type WarningListQuery = v.InferOutput<typeof WarningListQuery>;
export type WarningListInput = v.InferInput<typeof WarningListQuery>;

/** Something that went otherwise than the sender of an event may have meant. */
export interface WarningRecord {
  id: number;
  type: string;
  /** As sent. */
  distinct_id: string | null;
  /** The event's uuid; null when it was dropped. */
  event_uuid: string | null;
  /** What was found; its keys depend on the type. */
  details: Record<string, unknown>;
  /** When the event arrived; ISO text. */
  timestamp: string;
  /** What it means and what to do, in one sentence; null for a type that this version does not know. */
  message: string | null;
}

interface WarningRow {
  id: number;
  type: string;
  distinct_id: string | null;
  event_uuid: string | null;
  details: string;
  timestamp: number;
}

/** The ingestion warnings of a project, newest first: the answer to "where is my event?". About 1000 are kept. */
export function listWarnings(
  { db }: Pick<Context, "db">,
  project: Project,
  query: WarningListQuery,
): Page<WarningRecord> {
  // Index ingestion_warnings_by_project; the filters look at the few rows of the project.
  const from = `FROM ingestion_warnings
    WHERE project_id = @projectId AND (@type IS NULL OR type = @type)
      AND (@distinctId IS NULL OR distinct_id = @distinctId)`;
  const values = { projectId: project.id, type: query.type || null, distinctId: query.distinct_id || null };
  const count = db.sql(`SELECT count(*) ${from}`).pluck().get(values) as number;
  const rows = db
    .sql(
      `SELECT id, type, distinct_id, event_uuid, details, timestamp ${from} ORDER BY id DESC LIMIT @limit OFFSET @offset`,
    )
    .all({ ...values, limit: query.limit, offset: query.offset }) as WarningRow[];
  return { count, results: rows.map(toRecord) };
}

function toRecord(row: WarningRow): WarningRecord {
  return {
    id: row.id,
    type: row.type,
    distinct_id: row.distinct_id,
    event_uuid: row.event_uuid,
    details: JSON.parse(row.details) as Record<string, unknown>,
    timestamp: toIso(row.timestamp),
    message: toMessage(row.type),
  };
}
