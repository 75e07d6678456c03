import * as v from "valibot";
import { toIso } from "../../base/clock.ts";
import type { Context } from "../context.ts";
import { notFound } from "../../base/errors.ts";
import { pageEntries } from "../../base/page.ts";
import type { Page } from "../../base/page.ts";
import type { DeletionReceipt } from "./receipt.ts";
import { DELETION_KINDS, toProjectId } from "./task.ts";
import type { DeletionKind } from "./task.ts";
import type { RowOf } from "../../storage/index.ts";
import type { deletions } from "../../storage/tables/index.ts";

const STATUSES = ["pending", "running", "done"] as const;

/** Filters for deletions; all given filters must match. */
export const DeletionListQuery = v.object({
  ...pageEntries,
  status: v.exactOptional(v.picklist(STATUSES, `Expected ${STATUSES.join(", ")}.`)),
  kind: v.exactOptional(v.picklist(DELETION_KINDS, `Expected ${DELETION_KINDS.join(", ")}.`)),
});
export type DeletionListQuery = v.InferOutput<typeof DeletionListQuery>;
export type DeletionListInput = v.InferInput<typeof DeletionListQuery>;

/** A request to delete data, with its result. */
export interface DeletionRecord {
  id: number;
  project_id: number;
  kind: DeletionKind;
  /** The target: a person's or an event's UUID, a name, an instant, the id of a project. */
  key: string;
  /** `running` = a run has taken it and not verified it yet; that run may have been killed. */
  status: (typeof STATUSES)[number];
  /** ISO text; later events are kept. */
  created_at: string;
  /** ISO text; null = not yet. */
  delete_verified_at: string | null;
  /** Null = not yet. */
  receipt: DeletionReceipt | null;
}

const COLUMNS = "id, project_id, kind, key, status, created_at, delete_verified_at, receipt";

type Columns = "id" | "project_id" | "key" | "created_at" | "delete_verified_at" | "receipt";

interface Row extends RowOf<typeof deletions, Columns> {
  kind: DeletionKind;
  status: DeletionRecord["status"];
}

/** Deletions of a project, newest first. @param projectId null = of all projects, also deleted projects */
export function listDeletions(
  { db }: Pick<Context, "db">,
  projectId: number | null,
  { status, kind, limit, offset }: DeletionListQuery,
): Page<DeletionRecord> {
  const conditions = ["1"];
  const values: (string | number)[] = [];
  if (projectId !== null) {
    conditions.push("(project_id = ? OR (kind = 'project' AND key = ?))");
    values.push(projectId, String(projectId));
  }
  if (status !== undefined) {
    conditions.push("status = ?");
    values.push(status);
  }
  if (kind !== undefined) {
    conditions.push("kind = ?");
    values.push(kind);
  }
  const from = `FROM deletions WHERE ${conditions.join(" AND ")}`;
  const count = db
    .sql(`SELECT count(*) ${from}`)
    .pluck()
    .get(...values) as number;
  const rows = db.sql<Row>(`SELECT ${COLUMNS} ${from} ORDER BY id DESC LIMIT ? OFFSET ?`).all(...values, limit, offset);
  return { count, results: rows.map(toRecord) };
}

/** One deletion. @throws notFound, also when it went with its project */
export function getDeletion({ db }: Pick<Context, "db">, id: number): DeletionRecord {
  const row = db.sql<Row>(`SELECT ${COLUMNS} FROM deletions WHERE id = ?`).get(id);
  if (row === undefined) throw notFound();
  return toRecord(row);
}

function toRecord(row: Row): DeletionRecord {
  return {
    id: row.id,
    project_id: toProjectId(row),
    kind: row.kind,
    key: row.key,
    status: row.status,
    created_at: toIso(row.created_at),
    delete_verified_at: row.delete_verified_at === null ? null : toIso(row.delete_verified_at),
    receipt: row.receipt === null ? null : (JSON.parse(row.receipt) as DeletionReceipt),
  };
}
