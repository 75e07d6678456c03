import type { Context } from "../context.ts";
import { notFound } from "../../base/errors.ts";
import { isUuid, toUuidBytes } from "../../base/ids.ts";
import type { ProjectRef } from "../../base/project-ref.ts";
import { SELECT_EVENTS, toRecord } from "./record.ts";
import type { EventRecord, EventRow } from "./record.ts";

/** The event with this uuid (any letter case). @throws notFound, also when the text is not a uuid */
export function getEvent({ db }: Pick<Context, "db">, project: ProjectRef, uuid: string): EventRecord {
  if (!isUuid(uuid)) throw notFound();
  // Index events_by_uuid.
  const row = db.sql(`${SELECT_EVENTS} WHERE e.project_id = ? AND e.uuid = ?`).get(project.id, toUuidBytes(uuid));
  if (row === undefined) throw notFound();
  return toRecord(db, project.id, row as EventRow);
}
