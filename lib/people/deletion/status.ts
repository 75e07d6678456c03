import { toUuid } from "../../base/ids.ts";
import * as v from "valibot";
import { Instant, Uuid } from "../../base/answer-scalars.ts";
import { toIso } from "../../base/clock.ts";
import type { Context } from "../context.ts";
import { pageEntries } from "../../base/page.ts";
import type { Page } from "../../base/page.ts";
import type { Project } from "../../admin/projects/index.ts";
import { and, desc, eq, pages, sql, whereGiven } from "../../storage/queries/index.ts";
import { deletions } from "../../storage/tables/index.ts";
import type { DeletionRow } from "./request.ts";

/** Filters for requests. */
export const DeletionStatusQuery = v.object({
  ...pageEntries,
  /** @default "all" */
  status: v.optional(v.picklist(["pending", "completed", "all"], "Expected pending, completed or all."), "all"),
  /** Only requests about this person, which may be deleted. */
  person_uuid: v.exactOptional(
    v.pipe(
      v.string(),
      v.transform((text) => toUuid(text) ?? ""),
      v.minLength(1, "Must be a valid UUID."),
    ),
  ),
});
export type DeletionStatusQuery = v.InferOutput<typeof DeletionStatusQuery>;
export type DeletionStatusInput = v.InferInput<typeof DeletionStatusQuery>;

/** A request to delete a person's events, with its result. */
export const DeletionStatus = v.pipe(
  v.object({
    person_uuid: Uuid,
    /** ISO text. Later events are kept. */
    created_at: Instant,
    status: v.picklist(["pending", "completed"]),
    /** ISO text; null = not yet. */
    delete_verified_at: v.nullable(Instant),
  }),
  v.examples([
    {
      person_uuid: "6931a681-6e90-500d-8294-14582dcc2e3f",
      created_at: "2024-05-02T10:00:00Z",
      status: "pending",
      delete_verified_at: null,
    },
  ]),
);
export interface DeletionStatus extends v.InferOutput<typeof DeletionStatus> {}

interface Wanted {
  projectId: number;
  /** Null = any, as below. */
  uuid: string | null;
  isPending: number | null;
}

// Index deletions_by_key.
const isWanted = (given: Wanted) =>
  and(
    eq(deletions.projectId, given.projectId),
    eq(deletions.kind, "person"),
    whereGiven(deletions.key, given.uuid),
    sql`(${given.isPending} IS NULL OR (${deletions.deleteVerifiedAt} IS NULL) = ${given.isPending})`,
  );

const statusPages = pages(deletions, isWanted, desc(deletions.createdAt), desc(deletions.id));

/** Requests to delete events of persons, newest first. Source: reference/rest.md 5.13. */
export function listDeletionStatus(
  { db }: Pick<Context, "db">,
  project: Project,
  { status, person_uuid: uuid, ...page }: DeletionStatusQuery,
): Page<DeletionStatus> {
  const isPending = status === "all" ? null : Number(status === "pending");
  const { count, rows } = statusPages(db, { projectId: project.id, uuid: uuid ?? null, isPending }, page);
  return { count, results: rows.map(toStatus) };
}

function toStatus({ key, createdAt, deleteVerifiedAt }: DeletionRow): DeletionStatus {
  return {
    person_uuid: key,
    created_at: toIso(createdAt),
    status: deleteVerifiedAt === null ? "pending" : "completed",
    delete_verified_at: deleteVerifiedAt === null ? null : toIso(deleteVerifiedAt),
  };
}
