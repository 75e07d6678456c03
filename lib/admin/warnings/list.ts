import * as v from "valibot";
import { toIso } from "../../base/clock.ts";
import type { Context } from "../context.ts";
import { pageEntries } from "../../base/page.ts";
import type { Page } from "../../base/page.ts";
import type { Project } from "../projects/index.ts";
import { and, desc, eq, pages, whereGiven } from "../../storage/queries/index.ts";
import { ingestionWarnings as warnings } from "../../storage/tables/index.ts";
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

interface Wanted {
  projectId: number;
  /** Null = any, as below. */
  type: string | null;
  distinctId: string | null;
}

// Index ingestion_warnings_by_project; the filters look at the few rows of the project.
const isWanted = ({ projectId, type, distinctId }: Wanted) =>
  and(eq(warnings.projectId, projectId), whereGiven(warnings.type, type), whereGiven(warnings.distinctId, distinctId));

const warningPages = pages(warnings, isWanted, desc(warnings.id));

/** The ingestion warnings of a project, newest first: the answer to "where is my event?". About 1000 are kept. */
export function listWarnings(
  { db }: Pick<Context, "db">,
  project: Project,
  query: WarningListQuery,
): Page<WarningRecord> {
  const wanted = { projectId: project.id, type: query.type || null, distinctId: query.distinct_id || null };
  const { count, rows } = warningPages(db, wanted, query);
  return { count, results: rows.map(toRecord) };
}

function toRecord(row: typeof warnings.$inferSelect): WarningRecord {
  return {
    id: row.id,
    type: row.type,
    distinct_id: row.distinctId,
    event_uuid: row.eventUuid,
    details: JSON.parse(row.details) as Record<string, unknown>,
    timestamp: toIso(row.timestamp),
    message: toMessage(row.type),
  };
}
