import type { EventEntry, FeedEntry, StateEntry } from "../../port/feed.ts";
import { toUuidBytes } from "../../base/ids.ts";
import type { Db } from "../../storage/index.ts";

/** Puts an entry of the feed into a database: the row as it is now, or nothing where it is gone. */
export function putEntry(db: Db, entry: FeedEntry): void {
  if (entry.kind === "event") putEvent(db, entry);
  else if (entry.kind !== "gone-event") putState(db, entry);
}

function putEvent(db: Db, entry: EventEntry): void {
  const { seq, projectId, event, distinctId, timestampMs, receivedMs, properties, elements } = entry;
  db.sql("INSERT OR IGNORE INTO event_names (project_id, name) VALUES (?, ?)").run(projectId, event);
  db.sql(
    `INSERT INTO events (seq, project_id, uuid, event_name_id, distinct_id_id, timestamp, received_at, properties, elements)
     SELECT ?, project_id, ?, id, ?, ?, ?, ?, ? FROM event_names WHERE project_id = ? AND name = ?`,
  ).run(seq, toUuidBytes(entry.uuid), distinctId, timestampMs, receivedMs, properties, elements, projectId, event);
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
