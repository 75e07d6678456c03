import type { FeedEntry, StateEntry } from "../../port/feed.ts";
import { toUuidBytes } from "../../base/ids.ts";
import type { EventLog } from "../../log/index.ts";
import type { Db } from "../../storage/index.ts";

/** Puts an entry of the feed into a database; nothing for a row that is gone. */
export function putEntry(db: Db, log: Pick<EventLog, "put">, entry: FeedEntry): void {
  if (entry.kind === "event") {
    const { distinctId: distinctIdOrdinal, receivedMs: receivedAtMs, uuid, seq, ...row } = entry;
    log.put({ ...row, uuid: toUuidBytes(uuid), distinctIdOrdinal, receivedAtMs }, seq);
  }
  if (entry.kind !== "event" && entry.kind !== "gone-event") putState(db, entry);
}

function putState(db: Db, entry: StateEntry): void {
  const { projectId } = entry;
  if (entry.kind === "member") {
    if (entry.isMember)
      db.sql("INSERT INTO cohort_members (cohort_id, person_id) VALUES (?, ?)").run(entry.cohortId, entry.personId);
  } else if (entry.kind === "distinct-id") {
    const { now } = entry;
    if (now !== null)
      db.sql(
        "INSERT INTO distinct_ids (id, project_id, distinct_id, person_id, is_personless) VALUES (?, ?, ?, ?, ?)",
      ).run(entry.id, projectId, now.distinctId, now.personId, now.isPersonless ? 1 : 0);
  } else if (entry.kind === "person") {
    const { now } = entry;
    if (now !== null)
      db.sql(
        "INSERT INTO persons (id, project_id, uuid, properties, is_identified, created_at) VALUES (?, ?, ?, ?, ?, ?)",
      ).run(entry.id, projectId, now.uuid, now.properties, now.isIdentified ? 1 : 0, now.createdMs);
  } else {
    const { now } = entry;
    if (now !== null)
      db.sql(
        "INSERT INTO groups (id, project_id, group_type_index, group_key, properties, created_at) VALUES (?, ?, ?, ?, ?, ?)",
      ).run(entry.id, projectId, now.groupTypeIndex, now.key, now.properties, now.createdMs);
  }
}
