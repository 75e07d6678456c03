import * as v from "valibot";
import { toIso } from "../../base/clock.ts";
import type { Context } from "../context.ts";
import { pageEntries } from "../../base/page.ts";
import type { Page } from "../../base/page.ts";
import { toUuid } from "../persons/index.ts";
import type { Project } from "../../admin/projects/index.ts";
import type { RowOf } from "../../storage/index.ts";
import type { deletions } from "../../storage/tables/index.ts";

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
export interface DeletionStatus {
  person_uuid: string;
  /** ISO text. Later events are kept. */
  created_at: string;
  status: "pending" | "completed";
  /** ISO text; null = not yet. */
  delete_verified_at: string | null;
}

type Row = RowOf<typeof deletions, "key" | "created_at" | "delete_verified_at">;

/** Requests to delete events of persons, newest first. (Index deletions_by_key.) Source: reference/rest.md 5.13. */
export function listDeletionStatus(
  { db }: Pick<Context, "db">,
  project: Project,
  { status, person_uuid: uuid, limit, offset }: DeletionStatusQuery,
): Page<DeletionStatus> {
  const conditions = ["project_id = ?", "kind = 'person'"];
  const values: (string | number)[] = [project.id];
  if (uuid !== undefined) {
    conditions.push("key = ?");
    values.push(uuid);
  }
  if (status !== "all") conditions.push(`delete_verified_at IS ${status === "pending" ? "" : "NOT "}NULL`);
  const from = `FROM deletions WHERE ${conditions.join(" AND ")}`;
  const count = db
    .sql(`SELECT count(*) ${from}`)
    .pluck()
    .get(...values) as number;
  const rows = db
    .sql<Row>(`SELECT key, created_at, delete_verified_at ${from} ORDER BY created_at DESC, id DESC LIMIT ? OFFSET ?`)
    .all(...values, limit, offset);
  return { count, results: rows.map(toStatus) };
}

function toStatus({ key, created_at, delete_verified_at }: Row): DeletionStatus {
  return {
    person_uuid: key,
    created_at: toIso(created_at),
    status: delete_verified_at === null ? "pending" : "completed",
    delete_verified_at: delete_verified_at === null ? null : toIso(delete_verified_at),
  };
}
