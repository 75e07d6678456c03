import type { Context } from "../context.ts";
import { notFound } from "../../base/errors.ts";
import { isUuid, toUuidBytes } from "../../base/ids.ts";
import type { ProjectRef } from "../../events/project-ref.ts";
import { findEventSeq } from "../uuids/find-event.ts";
import { readEvent } from "../read-event.ts";
import { toEventRecord } from "./record.ts";
import type { EventRecord } from "./record.ts";

/** The event with this uuid (any letter case). @throws notFound, also when the text is not a uuid */
export async function getEvent({ db }: Pick<Context, "db">, project: ProjectRef, uuid: string): Promise<EventRecord> {
  if (!isUuid(uuid)) throw notFound();
  const seq = findEventSeq(db, project.id, toUuidBytes(uuid));
  const row = seq === undefined ? undefined : readEvent(db, project.id, seq);
  if (row === undefined) throw notFound();
  return toEventRecord(db, project.id, row);
}
