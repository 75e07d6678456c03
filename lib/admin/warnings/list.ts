import * as v from "valibot";
import { Id, Instant, Properties, Uuid } from "../../base/answer-scalars.ts";
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
  /** The exact type, for example `ignored_invalid_timestamp`. */
  type: v.exactOptional(v.string()),
  /** Distinct id of the event with the warning; exact. */
  distinct_id: v.exactOptional(v.string()),
});
export type WarningListQuery = v.InferOutput<typeof WarningListQuery>;
export type WarningListInput = v.InferInput<typeof WarningListQuery>;

/** A result that the sender of an event may not have expected. */
export const IngestionWarning = v.pipe(
  v.object({
    id: Id,
    type: v.string(),
    /** The distinct id as sent. */
    distinct_id: v.nullable(v.string()),
    /** The event's uuid; null when it was dropped. */
    event_uuid: v.nullable(Uuid),
    /** The finding; its keys depend on the type. */
    details: Properties,
    /** The time at which the event arrived; ISO text. */
    timestamp: Instant,
    /** The meaning and the advice, in one sentence; null = a type that this version does not know. */
    message: v.nullable(v.string()),
  }),
  v.examples([
    {
      id: 1,
      type: "ignored_invalid_timestamp",
      distinct_id: "mira@example.org",
      event_uuid: "018f2a77-c0d1-7b5e-8c9a-1f221b525634",
      details: { field: "timestamp", value: "yesterday" },
      timestamp: "2024-03-01T08:15:31Z",
      message: "The timestamp could not be read, so the time of arrival was taken.",
    },
  ]),
);
export interface WarningRecord extends v.InferOutput<typeof IngestionWarning> {}

interface Wanted {
  projectId: number;
  /** Null = warnings of any type. */
  type: string | null;
  distinctId: string | null;
}

// Index ingestion_warnings_by_project; the filters test the project's few rows.
const isWanted = ({ projectId, type, distinctId }: Wanted) =>
  and(eq(warnings.projectId, projectId), whereGiven(warnings.type, type), whereGiven(warnings.distinctId, distinctId));

const warningPages = pages(warnings, isWanted, desc(warnings.id));

/** Newest first; about 1000 are kept. */
export function listWarnings(
  { db }: Pick<Context, "db">,
  project: Project,
  query: WarningListQuery,
): Page<WarningRecord> {
  const wanted = { projectId: project.id, type: query.type || null, distinctId: query.distinct_id || null };
  const { count, rows } = warningPages(db, wanted, query);
  return { count, results: rows.map(toWarningRecord) };
}

function toWarningRecord(row: typeof warnings.$inferSelect): WarningRecord {
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
