import * as v from "valibot";
import { Id, Instant } from "../../base/answer-scalars.ts";
import { toIso } from "../../base/clock.ts";
import type { Context } from "../context.ts";
import { notFound } from "../../base/errors.ts";
import { pageEntries } from "../../base/page.ts";
import type { Page } from "../../base/page.ts";
import { DeletionReceipt } from "./receipt.ts";
import { DELETION_KINDS, toProjectId } from "./task.ts";
import type { DeletionKind } from "./task.ts";
import { and, desc, eq, or, pages, query, whereGiven } from "../../storage/queries/index.ts";
import { deletions } from "../../storage/tables/index.ts";
import type { DeletionRow } from "./request.ts";

const STATUSES = deletions.status.enumValues;

/** Filters for deletions; all given filters must match. */
export const DeletionListQuery = v.object({
  ...pageEntries,
  status: v.exactOptional(v.picklist(STATUSES, `Expected ${STATUSES.join(", ")}.`)),
  kind: v.exactOptional(v.picklist(DELETION_KINDS, `Expected ${DELETION_KINDS.join(", ")}.`)),
});
export type DeletionListQuery = v.InferOutput<typeof DeletionListQuery>;
export type DeletionListInput = v.InferInput<typeof DeletionListQuery>;

/** A request to delete data, with its result. */
export const Deletion = v.pipe(
  v.object({
    id: Id,
    project_id: Id,
    kind: v.picklist(DELETION_KINDS),
    /** The target: a person's or an event's UUID, a name, an instant, the id of a project. */
    key: v.string(),
    /** `running` = a run has taken it and not verified it yet; that run may have been killed. */
    status: v.picklist(STATUSES),
    /** ISO text; later events are kept. */
    created_at: Instant,
    /** ISO text; null = not yet. */
    delete_verified_at: v.nullable(Instant),
    /** Null = not yet. */
    receipt: v.nullable(DeletionReceipt),
  }),
  v.examples([
    {
      id: 1,
      project_id: 1,
      kind: "events_by_name",
      key: "debug",
      status: "pending",
      created_at: "2024-05-02T10:00:00Z",
      delete_verified_at: null,
      receipt: null,
    },
  ]),
);
export interface DeletionRecord extends v.InferOutput<typeof Deletion> {}

interface Wanted {
  /** Null = deletions of any project; with a project also the requests to delete it. */
  projectId: number | null;
  projectKey: string | null;
  status: DeletionRow["status"] | null;
  kind: DeletionKind | null;
}

const isWanted = (given: Wanted) =>
  and(
    or(
      whereGiven(deletions.projectId, given.projectId),
      and(eq(deletions.kind, "project"), eq(deletions.key, given.projectKey as string)),
    ),
    whereGiven(deletions.status, given.status),
    whereGiven(deletions.kind, given.kind),
  );

const deletionPages = pages(deletions, isWanted, desc(deletions.id));

/** Deletions of a project, newest first. @param projectId null = of all projects, also deleted projects */
export function listDeletions(
  { db }: Pick<Context, "db">,
  projectId: number | null,
  { status, kind, ...page }: DeletionListQuery,
): Page<DeletionRecord> {
  const projectKey = projectId === null ? null : String(projectId);
  const { count, rows } = deletionPages(
    db,
    { projectId, projectKey, status: status ?? null, kind: kind ?? null },
    page,
  );
  return { count, results: rows.map(toDeletionRecord) };
}

const deletionById = query((db, given: { id: number }) =>
  db.select().from(deletions).where(eq(deletions.id, given.id)),
);

/** One deletion. @throws notFound, also when it went with its project */
export function getDeletion({ db }: Pick<Context, "db">, id: number): DeletionRecord {
  const row = deletionById.get(db, { id });
  if (row === undefined) throw notFound();
  return toDeletionRecord(row);
}

function toDeletionRecord(row: DeletionRow): DeletionRecord {
  return {
    id: row.id,
    project_id: toProjectId(row),
    kind: row.kind,
    key: row.key,
    status: row.status,
    created_at: toIso(row.createdAt),
    delete_verified_at: row.deleteVerifiedAt === null ? null : toIso(row.deleteVerifiedAt),
    receipt: row.receipt === null ? null : (JSON.parse(row.receipt) as DeletionReceipt),
  };
}
