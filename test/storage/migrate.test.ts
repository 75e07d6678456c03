import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createHoglet } from "../../lib/index.ts";
import { openDatabase } from "../../lib/storage/index.ts";
import { compactAll } from "../support/compact.ts";

const migrating = suite("migrate");

/** SQL that gives a file the form of the version before chunks had whole events, with the trigger of a follower. */
const BEFORE = `DROP TRIGGER events_deleted;
  CREATE TRIGGER events_deleted AFTER DELETE ON events BEGIN
    UPDATE log_changes SET deletions = deletions + 1 WHERE id = 1;
  END;
  CREATE TRIGGER feed_events_delete_old AFTER DELETE ON events BEGIN
    INSERT INTO changes (kind, project, id, other_id, event_seq) VALUES ('gone-event', OLD.project_id, OLD.seq, 0, 0);
  END;
  ALTER TABLE log_changes DROP COLUMN is_moving;
  ALTER TABLE event_texts DROP COLUMN events;
  DROP TABLE event_hours;
  PRAGMA user_version = 28;`;

migrating("lets followers of an older file take no moved event for a deleted one", async () => {
  const hoglet = await createHoglet();
  await hoglet.capture([1, 2, 3].map((n) => ({ event: `e${n}`, distinct_id: "u" })));
  const older = openDatabase({ file: undefined, contents: await hoglet.serialize(), durability: "normal" });
  await hoglet.close();
  older.sqlite.exec(BEFORE);
  const db = openDatabase({ file: undefined, contents: older.sqlite.serialize(), durability: "normal" });
  older.close();
  compactAll(db, { untilSeq: 2 });
  const noted = db.sql("SELECT id FROM changes WHERE kind = 'gone-event'").pluck();
  assert.equal([noted.all(), db.sql("SELECT count(*) FROM events").pluck().get()], [[], 1]);
  db.sql("DELETE FROM events WHERE seq = 3").run();
  assert.equal(noted.all(), [3]);
  db.close();
});

migrating.run();
