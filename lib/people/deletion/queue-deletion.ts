import * as v from "valibot";
import { SYSTEM } from "../../admin/activity/index.ts";
import type { Author } from "../../admin/activity/index.ts";
import type { Context } from "../context.ts";
import { conflict, invalid, notFound } from "../../base/errors.ts";
import { isUuid, toUuidBytes } from "../../base/ids.ts";
import { parseInstant } from "../../base/instant.ts";
import { findPersonId } from "../persons/index.ts";
import type { Project } from "../../admin/projects/index.ts";
import { toJson, write } from "../../storage/index.ts";
import { getDeletion } from "./list.ts";
import type { DeletionRecord } from "./list.ts";
import { notifyRequest } from "./on-request.ts";
import { requestDeletion } from "./request.ts";
import { DELETION_KINDS, OUTLIVING } from "./task.ts";
import type { DeletionKind } from "./task.ts";

/**
 * A request for the next run, by `kind` and `key`:
 * - `person`: the events of the person with this UUID or integer id; the person stays (`persons.delete` removes both)
 * - `events_by_name`: all events of this name
 * - `events_before`: all events that happened before this ISO date or date-time (without an offset it is UTC)
 * - `event`: the event with this uuid
 * - `project`: the project with all that belongs to it; without a key
 */
export const DeletionInput = v.object({
  kind: v.picklist(DELETION_KINDS, `Expected ${DELETION_KINDS.join(", ")}.`),
  key: v.exactOptional(v.union([v.string(), v.number()], "Expected a text.")),
});
export type DeletionInput = v.InferInput<typeof DeletionInput>;

/**
 * Queues a deletion of existing data; data that arrives later stays. A waiting request for the same data is extended to
 * now instead.
 * @throws invalid for a key of the wrong form; notFound for an unknown person, event or name; conflict when the project
 * is the only one
 */
export async function queueDeletion(
  ctx: Context,
  project: Project,
  { kind, key }: DeletionInput,
  by: Author = SYSTEM,
): Promise<DeletionRecord> {
  const id = await write(ctx.db, () => {
    if (kind === "person") return queuePerson(ctx, project, toKey(key), by);
    if (kind !== "project") {
      return insertDeletion(ctx, { projectId: project.id, kind, key: readKey(ctx, project, kind, toKey(key)), by });
    }
    if (key !== undefined && String(key) !== String(project.id)) throw invalid("key", "Expected no key.");
    const isOnly = ctx.db.sql("SELECT count(*) FROM projects WHERE deleted_at IS NULL").pluck().get() === 1;
    if (isOnly) throw conflict(null, "The only project of a database cannot be deleted.");
    return insertDeletion(ctx, { projectId: OUTLIVING, kind, key: String(project.id), by });
  });
  return getDeletion(ctx, id);
}

function toKey(key: string | number | undefined): string {
  if (key === undefined || key === "") throw invalid("key", "This field is required.", "required");
  return String(key);
}

function queuePerson(ctx: Context, project: Project, key: string, by: Author): number {
  const personId = findPersonId(ctx, project.id, key);
  if (personId === undefined) throw notFound();
  const { uuid } = ctx.identity.person(personId);
  requestDeletion(ctx, { projectId: project.id, uuid, personId, by });
  return findWaiting(ctx.db, project.id, "person", uuid) ?? 0;
}

/** Converts the key to its stored form. */
function readKey({ db }: Pick<Context, "db">, project: Project, kind: DeletionKind, key: string): string {
  if (kind === "events_before") {
    const ms = parseInstant(key);
    if (ms === null) throw invalid("key", "Expected an ISO date or date-time such as 2024-03-01T08:00:00Z.");
    return new Date(ms).toISOString();
  }
  if (kind === "event") {
    if (!isUuid(key)) throw invalid("key", "Must be a valid UUID.");
    const found = db.sql("SELECT 1 FROM events WHERE project_id = ? AND uuid = ?").get(project.id, toUuidBytes(key));
    if (found === undefined) throw notFound();
    return key.toLowerCase();
  }
  if (db.sql("SELECT 1 FROM event_names WHERE project_id = ? AND name = ?").get(project.id, key) === undefined) {
    throw notFound();
  }
  return key;
}

interface NewDeletion {
  projectId: number;
  kind: DeletionKind;
  key: string;
  by: Author;
}

/** Stores a request that is not about a person, in the caller's transaction; returns its id. */
export function insertDeletion(
  { db, clock, deletions }: Pick<Context, "db" | "clock" | "deletions">,
  { projectId, kind, key, by }: NewDeletion,
): number {
  notifyRequest({ deletions }, clock.now());
  const lastSeq = Number(db.sql("SELECT coalesce(max(seq), 0) FROM events").pluck().get());
  const waiting = findWaiting(db, projectId, kind, key);
  if (waiting !== undefined) {
    db.sql("UPDATE deletions SET until_seq = ?, created_by = ?, created_at = ? WHERE id = ?").run(
      lastSeq,
      toJson(by),
      clock.now(),
      waiting,
    );
    return waiting;
  }
  const { lastInsertRowid } = db
    .sql(
      `INSERT INTO deletions (project_id, kind, key, distinct_id_ids, until_seq, created_by, created_at)
       VALUES (?, ?, ?, '[]', ?, ?, ?)`,
    )
    .run(projectId, kind, key, lastSeq, toJson(by), clock.now());
  return Number(lastInsertRowid);
}

// Index deletions_by_key.
function findWaiting(db: Context["db"], projectId: number, kind: DeletionKind, key: string): number | undefined {
  return db
    .sql<number>("SELECT id FROM deletions WHERE project_id = ? AND kind = ? AND key = ? AND status = 'pending'")
    .pluck()
    .get(projectId, kind, key);
}
