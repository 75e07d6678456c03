import * as v from "valibot";
import { toIso } from "../../base/clock.ts";
import type { Context } from "../context.ts";
import { pageEntries } from "../../base/page.ts";
import type { Page } from "../../base/page.ts";
import type { Project } from "../projects/index.ts";
import { and, desc, eq, pages, whereGiven } from "../../storage/queries/index.ts";
import { ingestionWarnings as warnings } from "../../storage/tables/index.ts";
import { toMessage } from "./message.ts";

/** Filters of the warning list. All given filters must match; an empty text counts as absent. */
export const WarningListQuery = v.object({
  ...pageEntries,
  /** For example `ignored_invalid_timestamp`; exact. */
  type: v.exactOptional(v.string()),
  /** Distinct id of the event with the warning; exact. */
  distinct_id: v.exactOptional(v.string()),
});
export type WarningListQuery = v.InferOutput<typeof WarningListQuery>;
export type WarningListInput = v.InferInput<typeof WarningListQuery>;

/** A result that the sender of an event may not have expected. */
export interface WarningRecord {
  id: number;
  type: string;
  /** As sent. */
  distinct_id: string | null;
  /** The event's uuid; null when it was dropped. */
  event_uuid: string | null;
  /** The finding; its keys depend on the type. */
  details: Record<string, unknown>;
  /** When the event arrived; ISO text. */
  timestamp: string;
  /** The meaning and the advice, in one sentence; null = a type that this version does not know. */
  message: string | null;
}

interface Wanted {
  projectId: number;
  /** Null = any, as below. */
  type: string | null;
  distinctId: string | null;
}

// Index ingestion_warnings_by_project; the filters test the few rows of the project.
const isWanted = ({ projectId, type, distinctId }: Wanted) =>
  and(eq(warnings.projectId, projectId), whereGiven(warnings.type, type), whereGiven(warnings.distinctId, distinctId));

const warningPages = pages(warnings, isWanted, desc(warnings.id));

/** The ingestion warnings of a project, newest first: they show why an event is missing. About 1000 are kept. */
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
