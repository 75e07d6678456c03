import * as v from "valibot";
import { SYSTEM } from "../../admin/activity/index.ts";
import type { Author } from "../../admin/activity/index.ts";
import type { Context } from "../context.ts";
import { conflict, invalid, notFound } from "../../base/errors.ts";
import { isUuid, toUuid, toUuidBytes } from "../../base/ids.ts";
import { parseInstant } from "../../base/instant.ts";
import { findPersonId } from "../persons/index.ts";
import type { Project } from "../../admin/projects/index.ts";
import { eventNames, findEventSeq } from "../../log/index.ts";
import { write } from "../../storage/index.ts";
import { count, isNull, query } from "../../storage/queries/index.ts";
import { projects } from "../../storage/tables/index.ts";
import { getDeletion } from "./list.ts";
import type { DeletionRecord } from "./list.ts";
import { requestDeletion, storeRequest } from "./request.ts";
import type { OwnedUntil } from "./request.ts";
import { keptEventsOf } from "./profile-deletion.ts";
import { OUTLIVING } from "./task.ts";
import type { DeletionKind } from "./task.ts";

const REQUESTED_KINDS = ["person", "project", "events_by_name", "events_before", "event"] as const;

/**
 * A request for the next run, by `kind` and `key`:
 * - `person`: the events of the person with this UUID or integer id; the person stays (`persons.delete` removes both). Also the
 *   events of a person that was deleted without them, by its UUID
 * - `events_by_name`: all events of this name
 * - `events_before`: all events that happened before this ISO date or date-time (without an offset it is UTC)
 * - `event`: the event with this uuid
 * - `project`: the project with all that belongs to it; without a key
 */
export const DeletionInput = v.object({
  kind: v.picklist(REQUESTED_KINDS, `Expected ${REQUESTED_KINDS.join(", ")}.`),
  key: v.exactOptional(v.union([v.string(), v.number()], "Expected a text.")),
});
export type DeletionInput = v.InferInput<typeof DeletionInput>;

const EVENT_KINDS = ["person", "events_by_name", "events_before", "event"] as const;

/** A request over HTTP: a whole project is deleted by its own route. */
export const EventDeletionInput = v.object({
  kind: v.picklist(EVENT_KINDS, `Expected ${EVENT_KINDS.join(", ")}.`),
  key: v.union([v.string(), v.number()], "Expected a text."),
});

const liveProjects = query((db) => db.select({ count: count() }).from(projects).where(isNull(projects.deletedAt)));

/**
 * Queues a deletion of existing data, or extends a waiting request to now.
 * @throws invalid for a key of the wrong form; notFound for an unknown person, event or name; conflict when the project
 *   is the only one
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
      return storeRequest(ctx, { projectId: project.id, kind, key: readKey(ctx, project, kind, toKey(key)) }, by);
    }
    if (key !== undefined && String(key) !== String(project.id)) throw invalid("key", "Expected no key.");
    if (liveProjects.get(ctx.db)?.count === 1)
      throw conflict(null, "The only project of a database cannot be deleted.");
    return storeRequest(ctx, { projectId: OUTLIVING, kind, key: String(project.id) }, by);
  });
  return getDeletion(ctx, id);
}

function toKey(key: string | number | undefined): string {
  if (key === undefined || key === "") throw invalid("key", "This field is required.", "required");
  return String(key);
}

function queuePerson(ctx: Context, project: Project, key: string, by: Author): number {
  const personId = findPersonId(ctx, project.id, key);
  if (personId === undefined) return queueKeptEvents(ctx, project, key, by);
  const { uuid } = ctx.identity.person(personId);
  return requestDeletion(ctx, { projectId: project.id, uuid, personId, by });
}

/** Queues the events of a person that was deleted without its events. */
function queueKeptEvents(ctx: Context, project: Project, key: string, by: Author): number {
  const uuid = toUuid(key);
  const reaches = uuid === null ? new Map<number, OwnedUntil>() : keptEventsOf(ctx.db, project.id, uuid);
  if (uuid === null || reaches.size === 0) throw notFound();
  return storeRequest(ctx, { projectId: project.id, kind: "person", key: uuid }, by, () => reaches);
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
    if (findEventSeq(db, project.id, toUuidBytes(key)) === undefined) throw notFound();
    return key.toLowerCase();
  }
  if (eventNames(db, project.id).idOf(key) === undefined) throw notFound();
  return key;
}
