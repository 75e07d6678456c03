import type { Engine, EngineSource } from "../../lib/port/engine.ts";
import type { EventEntry, FeedEntry, Mark, StateEntry } from "../../lib/port/feed.ts";
import { toUuidBytes } from "../../lib/base/ids.ts";
import { openDatabase } from "../../lib/log/index.ts";
import { writeNow } from "../../lib/storage/index.ts";
import type { Db } from "../../lib/storage/index.ts";
import { rowsEngine } from "../reference/rows/index.ts";
import { addRow } from "../support/add-row.ts";

/** The name under which it follows. */
const NAME = "copy";

/**
 * An engine that knows nothing but the port: rows over a database of its own, in memory, which it makes from the feed. Before each
 * answer it reads what is new.
 */
export function openFeedCopy({ feed }: EngineSource): Engine {
  const db = openDatabase({ file: undefined, durability: "normal" });
  // A row may come before the row that it names, which is newer.
  db.sqlite.pragma("foreign_keys = OFF");
  const rows = rowsEngine(db);
  let mark: Mark | undefined;
  let last: Promise<unknown> = Promise.resolve();

  const follow = async () => {
    for (let isCurrent = false; !isCurrent;) {
      mark ??= await feed.follow(NAME);
      const batch = await feed.read(mark);
      writeNow(db, () => batch.entries.forEach((entry) => put(db, entry)));
      ({ mark, isCurrent } = batch);
    }
  };
  return {
    async ask(plan) {
      const turn = last.then(follow);
      last = turn.catch(() => {});
      await turn;
      return rows.ask(plan);
    },
    async close() {
      await last;
      await feed.unfollow(NAME);
      db.close();
    },
  };
}

/** Stores an entry by its key. */
export function put(db: Db, entry: FeedEntry): void {
  if (entry.kind === "event") putEvent(db, entry);
  else if (entry.kind === "gone-event") db.sql("DELETE FROM events WHERE seq = ?").run(entry.seq);
  else putState(db, entry);
}

function putEvent(db: Db, entry: EventEntry): void {
  const { seq, projectId, event, distinctId, timestampMs, receivedMs, properties, elements } = entry;
  db.sql("INSERT OR IGNORE INTO event_names (project_id, name) VALUES (?, ?)").run(projectId, event);
  const nameOf = db.sql<number>("SELECT id FROM event_names WHERE project_id = ? AND name = ?").pluck();
  addRow(db, {
    seq,
    project_id: projectId,
    uuid: toUuidBytes(entry.uuid),
    event_name_id: nameOf.get(projectId, event) as number,
    distinct_id_id: distinctId,
    timestamp: timestampMs,
    received_at: receivedMs,
    properties,
    elements,
  });
}

function putState(db: Db, entry: StateEntry): void {
  const { projectId } = entry;
  if (entry.kind === "member") {
    db.sql("DELETE FROM cohort_members WHERE cohort_id = ? AND person_id = ?").run(entry.cohortId, entry.personId);
    if (entry.isMember) db.sql("INSERT INTO cohort_members VALUES (?, ?)").run(entry.cohortId, entry.personId);
    return;
  }
  const { id } = entry;
  const table = { "distinct-id": "distinct_ids", person: "persons", group: "groups" }[entry.kind];
  db.sql(`DELETE FROM ${table} WHERE id = ?`).run(id);
  if (entry.now === null) return;
  if (entry.kind === "distinct-id")
    db.sql(
      "INSERT INTO distinct_ids (id, project_id, distinct_id, person_id, is_personless) VALUES (?, ?, ?, ?, ?)",
    ).run(id, projectId, entry.now.distinctId, entry.now.personId, entry.now.isPersonless ? 1 : 0);
  if (entry.kind === "person")
    db.sql("INSERT INTO persons (id, project_id, uuid, properties, created_at) VALUES (?, ?, ?, ?, ?)").run(
      id,
      projectId,
      entry.now.uuid,
      entry.now.properties,
      entry.now.createdMs,
    );
  if (entry.kind === "group")
    db.sql(
      "INSERT INTO groups (id, project_id, group_type_index, group_key, properties, created_at) VALUES (?, ?, ?, ?, ?, ?)",
    ).run(id, projectId, entry.now.groupTypeIndex, entry.now.key, entry.now.properties, entry.now.createdMs);
}
